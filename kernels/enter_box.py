"""Puts a process into a box of its own: what it sees, may do and may take is then what bwrap's boxes have.

The order is part of what it promises. ``leave_namespaces`` is called in a process with one thread, which then forks; its
child calls ``enter_box``. Whoever calls has forked from a zygote, so nothing here runs code of a session.
"""

import base64
import fcntl
import os
import resource
import socket
import stat
import struct
from typing import Any

import box_calls as calls

Request = dict[str, Any]

OUTER, INNER = "/oldroot", "/newroot"
# Any folder that each system has: it is covered in a mount namespace of our own.
BASE = "/tmp"
IN_BOX_ID = 1000
DEVICES = ["null", "zero", "full", "random", "urandom", "tty"]
DEVICE_LINKS = {
    "stdin": "/proc/self/fd/0",
    "stdout": "/proc/self/fd/1",
    "stderr": "/proc/self/fd/2",
    "fd": "/proc/self/fd",
    "core": "/proc/kcore",
    "ptmx": "pts/ptmx",
}
# Parts of /proc that are the whole machine's.
COVERED = ["sys", "sysrq-trigger", "irq", "bus"]
OOM_SCORE = "500"
NICENESS = 5
SIOCSIFFLAGS, IFF_UP, IFF_RUNNING = 0x8914, 0x1, 0x40


def leave_namespaces(uid: int | None) -> None:
    """The process ID namespace is that of the next child. With no ``uid``, rights come from a user namespace."""
    own = calls.CLONE_NEWNS | calls.CLONE_NEWPID | calls.CLONE_NEWNET | calls.CLONE_NEWIPC
    own |= calls.CLONE_NEWUTS | calls.CLONE_NEWCGROUP
    if uid is not None:
        calls.unshare(own)
        return
    user, group = os.getuid(), os.getgid()
    calls.unshare(own | calls.CLONE_NEWUSER)
    # As root of its own, or the system would not mount terminals.
    map_ids((0, user), (0, group))


def enter_box(request: Request) -> None:
    """Throws OSError, and then the process must end: it may be anywhere on the way in."""
    uid: int | None = request["uid"]
    umask = os.umask(0)
    write("/proc/self/oom_score_adj", OOM_SCORE)
    build(request["files"], request["hostName"])
    os.umask(umask)
    if uid is None:
        write("/proc/sys/user/max_user_namespaces", "1")
        calls.unshare(calls.CLONE_NEWUSER)
        map_ids((IN_BOX_ID, 0), (IN_BOX_ID, 0))
    os.nice(NICENESS)
    set_limits(request["limits"])
    drop_rights(uid)
    check(calls.prctl(calls.PR_SET_NO_NEW_PRIVS, 1), "no_new_privs")
    calls.install_filter(base64.b64decode(request["filter"]))
    verify(uid)


def check(result: int, what: str) -> None:
    calls.check(result, what)


def write(path: str, text: str) -> None:
    with open(path, "w") as file:
        file.write(text)


def map_ids(user: tuple[int, int], group: tuple[int, int]) -> None:
    """Each as what is seen inside and what that is outside."""
    write("/proc/self/setgroups", "deny")
    write("/proc/self/uid_map", f"{user[0]} {user[1]} 1")
    write("/proc/self/gid_map", f"{group[0]} {group[1]} 1")


def build(files: list[dict[str, Any]], host_name: str) -> None:
    # Before the machine's own folders move: what their symlinks name is there now.
    for file in files:
        if "source" in file:
            file["source"] = os.path.realpath(file["source"])
    calls.mount(None, "/", None, calls.MS_SLAVE | calls.MS_REC)
    calls.mount("tmpfs", BASE, "tmpfs", calls.MS_NODEV | calls.MS_NOSUID)
    os.chdir(BASE)
    os.mkdir(INNER[1:], 0o755)
    calls.mount(INNER[1:], INNER[1:], None, calls.MS_BIND | calls.MS_REC)
    os.mkdir(OUTER[1:], 0o755)
    calls.pivot_root(BASE, OUTER[1:])
    os.chdir("/")
    bring_up_loopback()
    for file in files:
        PLACES[file["kind"]](file)
    calls.set_host_name(host_name)
    calls.mount(OUTER, OUTER, None, calls.MS_REC | calls.MS_PRIVATE)
    calls.unmount(OUTER)
    # The second time round, so that nothing is left above the new root.
    os.chdir(INNER)
    calls.pivot_root(".", ".")
    calls.unmount(".")
    os.chdir("/")
    for path in ("/dev", "/"):
        calls.set_mount_flags(path, calls.MOUNT_ATTR_RDONLY, is_recursive=False)


def place_bind(file: dict[str, Any]) -> None:
    source, target = OUTER + file["source"], INNER + file["target"]
    try:
        is_folder = stat.S_ISDIR(os.stat(source).st_mode)
    except FileNotFoundError:
        if file["isOptional"]:
            return
        raise
    if is_folder:
        os.makedirs(target, 0o755, exist_ok=True)
    else:
        make_file(target)
    calls.mount(source, target, None, calls.MS_BIND | calls.MS_REC)
    flags = calls.MOUNT_ATTR_NOSUID | calls.MOUNT_ATTR_NODEV
    if not file["isWritable"]:
        flags |= calls.MOUNT_ATTR_RDONLY
    calls.set_mount_flags(target, flags, is_recursive=True)


def place_link(file: dict[str, Any]) -> None:
    os.symlink(file["to"], INNER + file["target"])


def place_folder(file: dict[str, Any]) -> None:
    os.makedirs(INNER + file["target"], 0o755, exist_ok=True)


def place_memory(file: dict[str, Any]) -> None:
    target = INNER + file["target"]
    os.makedirs(target, 0o755, exist_ok=True)
    options = f"mode=1777,size={file['bytes']}"
    calls.mount("tmpfs", target, "tmpfs", calls.MS_NOSUID | calls.MS_NODEV, options)


def place_proc(file: dict[str, Any]) -> None:
    proc = INNER + "/proc"
    os.mkdir(proc, 0o755)
    calls.mount("proc", proc, "proc", calls.MS_NOSUID | calls.MS_NOEXEC | calls.MS_NODEV)
    for name in COVERED:
        path = f"{proc}/{name}"
        # Others are closed to us anyway.
        if os.access(path, os.W_OK):
            calls.mount(path, path, None, calls.MS_BIND | calls.MS_REC)
            flags = calls.MOUNT_ATTR_RDONLY | calls.MOUNT_ATTR_NOSUID | calls.MOUNT_ATTR_NODEV
            calls.set_mount_flags(path, flags, is_recursive=True)


def place_dev(file: dict[str, Any]) -> None:
    dev = INNER + "/dev"
    os.mkdir(dev, 0o755)
    calls.mount("tmpfs", dev, "tmpfs", calls.MS_NOSUID | calls.MS_NODEV, "mode=0755")
    for name in DEVICES:
        make_file(f"{dev}/{name}")
        calls.mount(f"{OUTER}/dev/{name}", f"{dev}/{name}", None, calls.MS_BIND | calls.MS_REC)
        calls.set_mount_flags(f"{dev}/{name}", calls.MOUNT_ATTR_NOSUID, is_recursive=True)
    for name, to in DEVICE_LINKS.items():
        os.symlink(to, f"{dev}/{name}")
    for name in ("shm", "pts"):
        os.mkdir(f"{dev}/{name}", 0o755)
    options = "newinstance,ptmxmode=0666,mode=620"
    calls.mount("devpts", f"{dev}/pts", "devpts", calls.MS_NOSUID | calls.MS_NOEXEC, options)


PLACES = {
    "bind": place_bind,
    "link": place_link,
    "folder": place_folder,
    "memory": place_memory,
    "proc": place_proc,
    "dev": place_dev,
}


def make_file(path: str) -> None:
    os.makedirs(os.path.dirname(path), 0o755, exist_ok=True)
    if not os.path.lexists(path):
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o444))


def bring_up_loopback() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as device:
        request = struct.pack("@16sH14s", b"lo", IFF_UP | IFF_RUNNING, b"")
        fcntl.ioctl(device, SIOCSIFFLAGS, request)


def set_limits(limits: dict[str, int]) -> None:
    values = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NPROC: limits["tasks"],
        resource.RLIMIT_NOFILE: limits["openFiles"],
        resource.RLIMIT_FSIZE: limits["fileBytes"],
        resource.RLIMIT_DATA: limits["processMemoryBytes"],
    }
    for name, value in values.items():
        resource.setrlimit(name, (value, value))


def drop_rights(uid: int | None) -> None:
    calls.drop_bounding_set()
    if uid is not None:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    calls.clear_capabilities()


def verify(uid: int | None) -> None:
    """The last look before code of a session may run."""
    with open("/proc/self/status") as file:
        status = dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
    expected = IN_BOX_ID if uid is None else uid
    wanted = dict.fromkeys(("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"), "0" * 16)
    wanted |= {"NoNewPrivs": "1", "Seccomp": "2", "Uid": "\t".join([str(expected)] * 4)}
    wanted["Gid"] = wanted["Uid"]
    wrong = [name for name, value in wanted.items() if status.get(name) != value]
    if wrong or os.path.exists(OUTER):
        raise OSError(f"The box is not closed: {', '.join(wrong) or OUTER}")
