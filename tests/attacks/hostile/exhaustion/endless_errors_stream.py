"""Writes on the error stream for ever, from the moment it is loaded."""

import sys

print("TRIED", flush=True)
while True:
    sys.stderr.write("warning " * 1000)
