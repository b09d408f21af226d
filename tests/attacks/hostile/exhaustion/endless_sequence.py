"""Returns a tuple whose iterator and length never end."""


class Endless(tuple):
    def __iter__(self):
        while True:
            yield self[0]

    def __len__(self):
        return 1 << 60

    def __getitem__(self, index):
        return tuple.__getitem__(self, 0)


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    return Endless((x,))
