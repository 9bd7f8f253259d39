"""The system calls that make a box, as far as Python has none of its own for them. Linux only."""

import ctypes
import os
import struct
from collections.abc import Iterable

MS_NOSUID, MS_NODEV, MS_NOEXEC = 2, 4, 8
MS_BIND, MS_REC, MS_SILENT, MS_PRIVATE, MS_SLAVE = 0x1000, 0x4000, 0x8000, 0x40000, 0x80000
MNT_DETACH = 2
MOUNT_ATTR_RDONLY, MOUNT_ATTR_NOSUID, MOUNT_ATTR_NODEV = 1, 2, 4
CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC = 0x20000, 0x2000000, 0x4000000, 0x8000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_CAPBSET_DROP = 1, 4, 22, 24
PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT = 36, 38, 47
PR_CAP_AMBIENT_CLEAR_ALL = 4
SECCOMP_MODE_FILTER = 2
CAPABILITY_VERSION_3 = 0x20080522
MAX_CAPABILITIES = 64

AT_FDCWD = -100
AT_RECURSIVE = 0x8000
FILTER_INSTRUCTION_BYTES = 8

# Source: Linux `arch/x86/entry/syscalls/syscall_64.tbl` and `include/uapi/asm-generic/unistd.h`.
NUMBERS = {
    "x86_64": {"pivot_root": 155, "capset": 126, "mount_setattr": 442},
    "aarch64": {"pivot_root": 41, "capset": 91, "mount_setattr": 442},
}

libc = ctypes.CDLL(None, use_errno=True)


def check(result: int, what: str) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def prctl(option: int, *values: int) -> int:
    padded = [*values, 0, 0, 0, 0][:4]
    return int(libc.prctl(option, *(ctypes.c_ulong(value) for value in padded)))


def call(name: str, *values: object) -> int:
    return int(libc.syscall(NUMBERS[os.uname().machine][name], *values))


def mount(source: str | None, target: str, kind: str | None, flags: int, data: str | None = None) -> None:
    encoded = [None if word is None else os.fsencode(word) for word in (source, target, kind, data)]
    result = libc.mount(*encoded[:3], ctypes.c_ulong(flags | MS_SILENT), encoded[3])
    check(result, f"mount at {target}")


def set_mount_flags(path: str, flags: int, *, is_recursive: bool) -> None:
    """Adds to the flags a mount has, and the mounts below it with ``is_recursive``."""
    attributes = struct.pack("=QQQQ", flags, 0, 0, 0)
    reach = AT_RECURSIVE if is_recursive else 0
    result = call("mount_setattr", AT_FDCWD, os.fsencode(path), reach, attributes, len(attributes))
    check(result, f"mount_setattr {path}")


def unmount(path: str) -> None:
    check(libc.umount2(os.fsencode(path), MNT_DETACH), f"umount {path}")


def pivot_root(new: str, put_old: str) -> None:
    check(call("pivot_root", os.fsencode(new), os.fsencode(put_old)), f"pivot_root {new}")


def unshare(flags: int) -> None:
    check(libc.unshare(ctypes.c_int(flags)), "unshare")


def set_host_name(name: str) -> None:
    encoded = name.encode()
    check(libc.sethostname(encoded, ctypes.c_size_t(len(encoded))), "sethostname")


def drop_bounding_set() -> None:
    for capability in range(MAX_CAPABILITIES):
        if prctl(PR_CAPBSET_DROP, capability) != 0:
            return  # past the last one that this system has


def clear_capabilities() -> None:
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
    check(call("capset", struct.pack("=Ii", CAPABILITY_VERSION_3, 0), bytes(24)), "capset")


def install_filter(program: bytes) -> None:
    """``program`` is an array of ``struct sock_filter``. Needs PR_SET_NO_NEW_PRIVS."""
    buffer = ctypes.create_string_buffer(program, len(program))
    # struct sock_fprog: a length, padding, a pointer.
    header = struct.pack("@HP", len(program) // FILTER_INSTRUCTION_BYTES, ctypes.addressof(buffer))
    check(libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.c_char_p(header), 0, 0), "seccomp")


def close_all_but(kept: Iterable[int]) -> None:
    """Keeps the standard three too."""
    spared = {0, 1, 2, *kept}
    for name in os.listdir("/proc/self/fd"):
        if int(name) not in spared:
            try:
                os.close(int(name))
            except OSError:
                pass  # the folder that was listed
