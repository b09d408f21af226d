import numpy as np

class Softmax:
    def __call__(self, x, axis=-1):
        self.out = np.exp(x - x.max(axis=axis, keepdims=True))
        self.out /= self.out.sum(axis=axis, keepdims=True)
        return self.out

softmax = Softmax()
