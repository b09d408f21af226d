"""Raises exceptions whose name, text, class and traceback raise when they are looked at."""


class Liar(Exception):
    @property
    def __class__(self):
        raise KeyboardInterrupt

    @property
    def __traceback__(self):
        raise SystemExit(0)

    def __str__(self):
        raise SystemExit(0)

    def __repr__(self):
        raise KeyboardInterrupt

    @property
    def args(self):
        raise GeneratorExit


class Meta(type):
    @property
    def __name__(cls):
        raise SystemExit(0)

    def __repr__(cls):
        raise SystemExit(0)


class Worse(Liar, metaclass=Meta):
    pass


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    raise Worse
