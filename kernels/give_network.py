"""Starts a box that may use the internet, but neither this machine's servers nor its local network.

The box keeps a network namespace of its own. slirp4netns, which stays outside, answers in it for the internet and for
name servers. Addresses that are private, and this machine's own, have no route there: the box has no right to
make one. It ends with the box, and takes the box with it when it cannot start.
Usage: ``python give_network.py SLIRP4NETNS BWRAP [ARGUMENT...]``. Descriptors that were inherited reach the box.
"""

import ctypes
import fcntl
import json
import os
import signal
import socket
import struct
import subprocess
import sys

PR_SET_PDEATHSIG = 1
NS_GET_USERNS = 0xB701
SIOCADDRT = 0x890B
RTF_UP, RTF_REJECT = 0x0001, 0x0200

# All that is not the public internet. Source: https://www.iana.org/assignments/iana-ipv4-special-registry
CLOSED_RANGES = [
    ("0.0.0.0", 8),
    ("10.0.0.0", 8),
    ("100.64.0.0", 10),
    ("169.254.0.0", 16),
    ("172.16.0.0", 12),
    ("192.0.0.0", 24),
    ("192.0.2.0", 24),
    ("192.88.99.0", 24),
    ("192.168.0.0", 16),
    ("198.18.0.0", 15),
    ("198.51.100.0", 24),
    ("203.0.113.0", 24),
    ("224.0.0.0", 4),
    ("240.0.0.0", 4),
    # A public address at which Azure's machines get settings and credentials.
    ("168.63.129.16", 32),
]

libc = ctypes.CDLL(None, use_errno=True)


def main() -> None:
    slirp4netns, bwrap, *arguments = sys.argv[1:]
    own_addresses = list_own_addresses()
    # What bwrap says of its child, and what it waits for before it starts the command.
    info_end, info = os.pipe()
    block, block_end = os.pipe()
    if os.fork() == 0:
        end_with_parent()
        close_all_but(info_end, block_end)
        serve_box(slirp4netns, info_end, block_end, own_addresses)
    os.close(info_end)
    os.close(block_end)
    for fd in (info, block):
        os.set_inheritable(fd, True)
    os.execv(bwrap, [bwrap, "--info-fd", str(info), "--block-fd", str(block), *arguments])


def serve_box(slirp4netns: str, info_end: int, block_end: int, own_addresses: list[str]) -> None:
    """Connects the box, lets it start and stays until slirp4netns ends. Never returns."""
    try:
        with os.fdopen(info_end) as info:
            child = json.load(info)["child-pid"]
        net = os.open(f"/proc/{child}/ns/net", os.O_RDONLY)
        user = fcntl.ioctl(net, NS_GET_USERNS)
        users = [] if is_own_user_namespace(user) else [user]
        close_ranges([*users, net], CLOSED_RANGES + [(address, 32) for address in own_addresses])
        process = start_slirp(slirp4netns, users, net)
        os.close(block_end)
        process.wait()
    except Exception as error:  # the box must not start without what it was promised
        print(f"network: {error}", file=sys.stderr, flush=True)
        os.kill(os.getppid(), signal.SIGKILL)
    os._exit(0)


def start_slirp(slirp4netns: str, users: list[int], net: int) -> subprocess.Popen[bytes]:
    ready_end, ready = os.pipe()
    process = subprocess.Popen(
        [slirp4netns, "--configure", "--mtu=65520", "--disable-host-loopback"]
        + ["--enable-sandbox", "--enable-seccomp", f"--ready-fd={ready}", "--netns-type=path"]
        + [f"--userns-path=/proc/self/fd/{user}" for user in users]
        + [f"/proc/self/fd/{net}", "tap0"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=[*users, net, ready],
        preexec_fn=end_with_parent,  # noqa: PLW1509 (this process has one thread)
    )
    os.close(ready)
    if not os.read(ready_end, 1):
        raise OSError(f"slirp4netns ended with code {process.wait()}")
    return process


def close_ranges(namespaces: list[int], ranges: list[tuple[str, int]]) -> None:
    """Gives these ranges an unreachable route in the box."""
    pid = os.fork()
    if pid == 0:
        try:
            for fd in namespaces:
                enter_namespace(fd)
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as device:
                for address, bits in ranges:
                    fcntl.ioctl(device, SIOCADDRT, to_route(address, bits))
            os._exit(0)
        except BaseException as error:
            print(f"network: no route could be closed: {error}", file=sys.stderr, flush=True)
            os._exit(1)
    if os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) != 0:
        raise OSError("the local network could not be closed")


def to_route(address: str, bits: int) -> bytes:
    """A ``struct rtentry`` that rejects what goes there. Source: Linux ``include/uapi/linux/route.h``."""
    mask = socket.inet_ntoa(struct.pack("!I", (0xFFFFFFFF << (32 - bits)) & 0xFFFFFFFF))
    route = struct.pack("@L", 0) + to_sockaddr(address) + to_sockaddr("0.0.0.0") + to_sockaddr(mask)
    return route + struct.pack("@HhLPhPLLH0L", RTF_UP | RTF_REJECT, 0, 0, 0, 0, 0, 0, 0, 0)


def to_sockaddr(address: str) -> bytes:
    return struct.pack("@HH4s8x", socket.AF_INET, 0, socket.inet_aton(address))


def list_own_addresses() -> list[str]:
    """IPv4 addresses of this machine. Source: Linux ``net/ipv4/fib_trie.c``, the form of ``fib_trie``."""
    addresses = set()
    last = ""
    with open("/proc/net/fib_trie") as trie:
        for line in trie:
            words = line.split()
            if words[0] == "|--":
                last = words[1]
            elif words[-1] == "LOCAL" and words[0] == "/32" and not last.startswith("127."):
                addresses.add(last)
    return sorted(addresses)


def is_own_user_namespace(fd: int) -> bool:
    return os.path.samestat(os.fstat(fd), os.stat("/proc/self/ns/user"))


def enter_namespace(fd: int) -> None:
    if libc.setns(fd, 0) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def end_with_parent() -> None:
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def close_all_but(*kept: int) -> None:
    """Keeps standard error too. The rest is the box's: a token, a filter, the socket it listens on."""
    for name in os.listdir("/proc/self/fd"):
        fd = int(name)
        if fd != 2 and fd not in kept:
            try:
                os.close(fd)
            except OSError:
                pass  # the folder that was listed
    os.open(os.devnull, os.O_RDWR)
    os.open(os.devnull, os.O_RDWR)


if __name__ == "__main__":
    main()
