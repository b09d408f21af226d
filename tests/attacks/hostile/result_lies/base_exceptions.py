"""Raises, case by case, the exceptions that an ordinary except clause does not catch."""

calls = 0


def split_heads(x, num_heads):
    global calls
    calls += 1
    print("TRIED", flush=True)
    kinds = (KeyboardInterrupt, GeneratorExit, SystemExit, BaseException, BaseExceptionGroup)
    kind = kinds[calls % len(kinds)]
    raise kind("many", [KeyboardInterrupt()]) if kind is BaseExceptionGroup else kind(0)
