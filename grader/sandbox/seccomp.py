"""The seccomp layer: an allow-list of system calls, assembled here into classic BPF.

Structures and return values: seccomp(2) and the kernel's documentation of classic BPF (networking/filter.rst).
"""

from __future__ import annotations

import errno
import struct

from . import kernel, syscall_table

_LOAD_WORD = 0x20
_JUMP_IF_EQUAL = 0x15
_JUMP_IF_AT_LEAST = 0x35
_RETURN = 0x06

_ALLOW = 0x7FFF0000
_ERRNO = 0x00050000
_KILL = 0x80000000

_AUDIT_ARCH_X86_64 = 0xC000003E
_FIRST_X32_NUMBER = 0x40000000

# Offsets in struct seccomp_data: number, architecture, instruction pointer, then six 64-bit arguments.
_NUMBER_OFFSET = 0
_ARCHITECTURE_OFFSET = 4
_ARGUMENTS_OFFSET = 16

_Instruction = tuple[int, int, int, int]
"""Operation, how far to jump if true, how far if false, constant."""


def _return(action: int) -> _Instruction:
    return (_RETURN, 0, 0, action)


def _load(offset: int) -> _Instruction:
    return (_LOAD_WORD, 0, 0, offset)


def _when_number_is(number: int, block: list[_Instruction]) -> list[_Instruction]:
    """Run `block`, which must return, for one system call; skip it for all others."""
    return [(_JUMP_IF_EQUAL, 0, len(block), number), *block]


def _only_commands(argument: int, commands: dict[str, int]) -> list[_Instruction]:
    """Allow if the low word of an argument is one of `commands`: the kernel reads these as 32-bit numbers."""
    block = [_load(_ARGUMENTS_OFFSET + 8 * argument)]
    for command in commands.values():
        block += [(_JUMP_IF_EQUAL, 0, 1, command), _return(_ALLOW)]
    return [*block, _return(_ERRNO | errno.EPERM)]


def _only_zero_words(offsets: tuple[int, ...]) -> list[_Instruction]:
    """Allow if the 32-bit words at `offsets` are all 0."""
    block: list[_Instruction] = []
    for offset in offsets:
        block += [_load(offset), (_JUMP_IF_EQUAL, 1, 0, 0), _return(_ERRNO | errno.EPERM)]
    return [*block, _return(_ALLOW)]


def _own_limits_may_be_read() -> list[_Instruction]:
    """prlimit64(pid, resource, new, old): pid must be 0 and new must be NULL."""
    pid, new_low, new_high = _ARGUMENTS_OFFSET, _ARGUMENTS_OFFSET + 16, _ARGUMENTS_OFFSET + 20
    return _only_zero_words((pid, new_low, new_high))


def assemble() -> bytes:
    """The filter of a child on the CPU, 8 bytes an instruction."""
    program: list[_Instruction] = [
        _load(_ARCHITECTURE_OFFSET),
        (_JUMP_IF_EQUAL, 1, 0, _AUDIT_ARCH_X86_64),
        _return(_KILL),
        _load(_NUMBER_OFFSET),
        (_JUMP_IF_AT_LEAST, 0, 1, _FIRST_X32_NUMBER),
        _return(_KILL),
    ]
    for number in syscall_table.ALLOWED.values():
        program += _when_number_is(number, [_return(_ALLOW)])
    program += _when_number_is(syscall_table.IOCTL, _only_commands(1, syscall_table.IOCTL_COMMANDS))
    program += _when_number_is(syscall_table.FCNTL, _only_commands(1, syscall_table.FCNTL_COMMANDS))
    program += _when_number_is(syscall_table.PRLIMIT64, _own_limits_may_be_read())
    for number in syscall_table.HOSTILE.values():
        program += _when_number_is(number, [_return(_KILL)])
    for number in syscall_table.ABSENT.values():
        program += _when_number_is(number, [_return(_ERRNO | errno.ENOSYS)])
    program.append(_return(_ERRNO | errno.EPERM))
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in program)


def apply(program: bytes) -> None:
    """Put the calling process under `program` for good. Needs no_new_privs. Raises OSError."""
    kernel.install_filter(program)
