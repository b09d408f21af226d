"""Reads all of its own memory, page by page, and names each needle that lies in it."""

import ctypes
import sys

# name:head:tail in hexadecimal. The halves are never joined here, so that the search cannot find itself.
NEEDLES = [line.split(":") for line in "@NEEDLES@".split()]
PAGE = 4096
CHUNK = 256 * PAGE
GAP = 1 << 28
EFAULT = 14
SIGPROCMASK = 14

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long


def is_readable(address):
    # With a command that does not exist the kernel still reads the set at `address` first: EFAULT or EINVAL.
    libc.syscall(ctypes.c_long(SIGPROCMASK), ctypes.c_long(99), ctypes.c_void_p(address), None, ctypes.c_long(8))
    return ctypes.get_errno() != EFAULT


def readable_runs(anchor):
    """Runs of readable pages around an address, up and down, over holes of up to GAP."""
    for step in (PAGE, -PAGE):
        address, hole, stride = anchor, 0, step
        start = end = None
        while hole < GAP and 0 < address < 1 << 47:
            if is_readable(address):
                hole, stride = 0, step
                if start is None:
                    start = end = address
                start, end = min(start, address), max(end, address + PAGE)
                if end - start >= CHUNK:
                    yield start, end
                    # The next chunk overlaps by a page, so that no needle is cut in two.
                    start, end = (end - PAGE, end) if step > 0 else (start, start + PAGE)
            else:
                if start is not None:
                    yield start, end
                    start = end = None
                hole += abs(stride)
                if hole > 1 << 20:
                    stride = step * 16
            address += stride
        if start is not None:
            yield start, end


def anchors():
    yield id(object()) & ~(PAGE - 1)
    yield ctypes.addressof(ctypes.create_string_buffer(64)) & ~(PAGE - 1)
    yield ctypes.addressof(ctypes.create_string_buffer(1 << 22)) & ~(PAGE - 1)
    yield ctypes.cast(libc.syscall, ctypes.c_void_p).value & ~(PAGE - 1)
    yield ctypes.addressof(ctypes.c_char_p.in_dll(libc, "environ")) & ~(PAGE - 1)
    yield ctypes.c_void_p.in_dll(libc, "program_invocation_name").value & ~(PAGE - 1)
    yield id(sys.modules) & ~(PAGE - 1)
    yield id(type) & ~(PAGE - 1)


def search():
    wanted = [(name, bytes.fromhex(head), bytes.fromhex(tail)) for name, head, tail in NEEDLES]
    counts = dict.fromkeys((name for name, _, _ in wanted), 0)
    covered = []
    megabytes = 0
    for anchor in anchors():
        if any(low <= anchor < high for low, high in covered):
            continue
        lowest, highest = anchor, anchor
        for start, end in readable_runs(anchor):
            lowest, highest = min(lowest, start), max(highest, end)
            megabytes += (end - start) / (1 << 20)
            piece = ctypes.string_at(start, end - start)
            for name, head, tail in wanted:
                position = piece.find(head)
                while position >= 0:
                    counts[name] += piece.startswith(tail, position + len(head))
                    position = piece.find(head, position + 1)
        covered.append((lowest, highest))
    return counts, megabytes


calls = 0


def split_heads(x, num_heads):
    global calls
    calls += 1
    if calls == 1:
        counts, megabytes = search()
        print("SEARCHED", int(megabytes), "MiB", flush=True)
        for name, count in counts.items():
            print("FOUND" if count else "ABSENT", name, count, flush=True)
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
