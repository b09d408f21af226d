"""Runs a shell through subprocess, os.system, os.popen, posix_spawn and pty."""

import os
import pty
import subprocess

print("TRIED", flush=True)
for way in (
    lambda: subprocess.run(["/bin/sh", "-c", "echo BREACH by run"], check=True, capture_output=True).stdout,
    lambda: subprocess.check_output("echo BREACH by shell", shell=True),
    lambda: os.popen("echo BREACH by popen").read() or None,
    lambda: os.waitpid(os.posix_spawn("/bin/sh", ["sh", "-c", "echo BREACH by spawn"], {}), 0)[1] == 0 or None,
    lambda: pty.fork(),
):
    try:
        result = way()
    except (OSError, subprocess.SubprocessError):
        continue
    if isinstance(result, tuple) and result[0] == 0:
        os._exit(0)
    if result is not None:
        print(result, "BREACH")
if os.system("true") == 0:
    print("BREACH by system")


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
