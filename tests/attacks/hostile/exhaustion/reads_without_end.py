"""Reads a device that never ends into memory."""


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    for path in ("/dev/zero", "/dev/urandom", "/dev/random"):
        try:
            with open(path, "rb") as file:
                file.read()
        except OSError:
            pass
    raise RuntimeError("no such device")
