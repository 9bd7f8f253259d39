"""Runs a command as on a system whose kernel is too old for forked boxes: without the system call ``mount_setattr``.

Usage: ``python without-mount-setattr.py COMMAND [ARGUMENT...]``.
"""

import ctypes
import os
import struct
import sys

PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS, SECCOMP_MODE_FILTER = 22, 38, 2
MOUNT_SETATTR, ENOSYS = 442, 38
LOAD_WORD, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06
ALLOW, ERRNO = 0x7FFF0000, 0x00050000

program = b"".join(
    struct.pack("@HBBI", *instruction)
    for instruction in [
        (LOAD_WORD, 0, 0, 0),
        (JUMP_IF_EQUAL, 0, 1, MOUNT_SETATTR),
        (RETURN, 0, 0, ERRNO | ENOSYS),
        (RETURN, 0, 0, ALLOW),
    ]
)
libc = ctypes.CDLL(None)
buffer = ctypes.create_string_buffer(program, len(program))
header = struct.pack("@HP", len(program) // 8, ctypes.addressof(buffer))
assert libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
assert libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.c_char_p(header), 0, 0) == 0
os.execvp(sys.argv[1], sys.argv[1:])
