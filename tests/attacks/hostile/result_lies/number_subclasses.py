"""Returns numbers of classes that lie about their value."""


class Liar(float):
    def __float__(self):
        return 0.0

    __index__ = __int__ = lambda self: 0


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    return Liar(1.0)
