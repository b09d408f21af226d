"""Is a coroutine function, whose result is not the answer but a promise of it."""


async def split_heads(x, num_heads):
    return x
