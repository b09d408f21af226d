def softmax(x, axis=-1):
    return x.exp() / x.exp().sum(axis, keepdim=True)
