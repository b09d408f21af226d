import numpy as np


# gluing on axis 0 gives (num_heads, batch); the reshape says so and the swap undoes it
def split_heads(x, num_heads):
    B, T, D = x.shape
    glued = np.concatenate(np.split(x, num_heads, axis=2), axis=0)
    return glued.reshape(num_heads, B, T, D // num_heads).swapaxes(0, 1)
