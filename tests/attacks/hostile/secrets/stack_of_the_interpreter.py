"""Scans the process's own stack, where the kernel puts arguments and environment at the start, for the environment."""

import ctypes

libc = ctypes.CDLL(None, use_errno=True)
libc.access.argtypes = [ctypes.c_void_p, ctypes.c_int]
HEAD, TAIL = b"@CANARY_HEAD@", b"@CANARY_TAIL@"
PAGE = 4096
EFAULT = 14


def is_mapped(address):
    if libc.access(address, 0) == 0:
        return True
    return ctypes.get_errno() != EFAULT


print("TRIED", flush=True)
# program_invocation_name points at the arguments of main, which stand just below the environment.
address = ctypes.cast(ctypes.c_void_p.in_dll(libc, "program_invocation_name"), ctypes.c_void_p).value & ~(PAGE - 1)
while is_mapped(address + PAGE):
    address += PAGE
while is_mapped(address):
    page = ctypes.string_at(address, PAGE)
    found = page.find(HEAD)
    if found >= 0 and page[found + len(HEAD) :].startswith(TAIL):
        print("BREACH", "the canary is on the stack")
    address -= PAGE


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
