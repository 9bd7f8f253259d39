/**
 * What hostile code in a kernel would try, as Python that prints TAKEN when it got what it wanted. Each must
 * succeed without a box, or its failure within one means nothing.
 */
import type { AttackedHost } from './attacked-host.ts';

export interface Attack {
  name: string;
  code: (host: AttackedHost) => string;
  /** Nobody but root can do it without a box. */
  isForRoot?: boolean;
}

/** Runs before each attack. `in_child` keeps changes of identity or namespace out of the kernel itself. */
export const PRELUDE = `
import ctypes, glob, os, resource, socket, subprocess, sys, threading
libc = ctypes.CDLL(None, use_errno=True)
def taken(condition):
    print("TAKEN" if condition else "nothing")
def in_child(act):
    pid = os.fork()
    if pid == 0:
        try: os._exit(0 if act() else 1)
        except BaseException: os._exit(1)
    taken(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0)
def try_all(acts):
    for act in acts:
        try:
            if act(): return True
        except OSError: pass
    return False
CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWUTS = 0x20000, 0x10000000, 0x4000000
`;

const json = (value: unknown) => JSON.stringify(value);

const FILES: Attack[] = [
  {
    name: 'K01 read a file outside the workspace',
    code: (host) => `taken("canary" in open(${json(host.secretFile)}).read())`,
  },
  { name: 'K02 read the accounts of the machine', code: () => 'taken("root" in open("/etc/passwd").read())' },
  {
    name: 'K03 write a file outside the workspace',
    code: (host) => `taken(open(${json(`${host.secretFile}.new`)}, "w").write("x"))`,
  },
  {
    name: 'K04 read the workspace of another session',
    code: (host) => `taken("canary" in open(${json(host.otherFile)}).read())`,
  },
  {
    name: 'K05 read the workspace of another session by a relative path',
    code: (host) => `taken("canary" in open(${json(host.otherFileRelative)}).read())`,
  },
  {
    name: 'K06 list connection files of other kernels',
    code: () => 'taken(len(glob.glob(os.environ["JUPYTER_RUNTIME_DIR"] + "/kernel-*.json")) > 1)',
  },
  {
    name: 'K07 write into the Python environment',
    code: () => `
path = sys.prefix + "/actbook-test-probe"
open(path, "w").close()
os.remove(path)
taken(True)`,
  },
  {
    name: 'K08 open a setting of the system for writing',
    isForRoot: true,
    code: () => 'taken(os.open("/proc/sys/kernel/core_pattern", os.O_WRONLY))',
  },
  { name: 'K22 look at the hardware', code: () => 'taken(os.listdir("/sys"))' },
  {
    name: 'K22 read the log of the system',
    isForRoot: true,
    code: () => 'taken(os.open("/dev/kmsg", os.O_RDONLY))',
  },
  {
    name: 'K24 read through a symlink',
    code: (host) => `
os.symlink(${json(host.secretFile)}, "link")
try: taken("canary" in open("link").read())
finally: os.remove("link")`,
  },
];

const PROCESSES: Attack[] = [
  {
    name: 'K10 find a secret in the environment of any process',
    code: () => `
def has_canary(path):
    try: return b"canary-in-environment" in open(path, "rb").read()
    except OSError: return False
taken(any(has_canary(path) for path in glob.glob("/proc/[0-9]*/environ")))`,
  },
  { name: 'K12 signal a process of the machine', code: (host) => `os.kill(${host.pid}, 0); taken(True)` },
  {
    name: 'K12 see a process of the machine',
    code: (host) => `
def read_command(path):
    try: return open(path, "rb").read()
    except OSError: return b""
taken(any(b"600.${host.marker}" in read_command(path) for path in glob.glob("/proc/[0-9]*/cmdline")))`,
  },
  {
    name: 'K14 take hold of another process',
    code: () => `
child = subprocess.Popen(["sleep", "60"])
PTRACE_SEIZE = 0x4206
taken(libc.ptrace(PTRACE_SEIZE, child.pid, None, None) == 0)
child.kill()
child.wait()`,
  },
  {
    name: 'K14 read the memory of a process',
    code: () => `
class Piece(ctypes.Structure): _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]
source, target = ctypes.create_string_buffer(b"canary"), ctypes.create_string_buffer(6)
pieces = [Piece(ctypes.addressof(each), 6) for each in (target, source)]
read = libc.process_vm_readv(os.getpid(), ctypes.byref(pieces[0]), 1, ctypes.byref(pieces[1]), 1, 0)
taken(read == 6)`,
  },
  { name: 'K16 make a user namespace', code: () => 'in_child(lambda: libc.unshare(CLONE_NEWUSER) == 0)' },
  {
    name: 'K16 mount a file system',
    code: () => `
def mount():
    flags = CLONE_NEWUSER | CLONE_NEWNS if os.getuid() else CLONE_NEWNS
    libc.unshare(flags)
    return libc.mount(b"none", b"/tmp", b"tmpfs", 0, None) == 0
in_child(mount)`,
  },
  {
    name: 'K16 change the root folder',
    code: () => `
def change_root():
    if os.getuid(): libc.unshare(CLONE_NEWUSER)
    return libc.chroot(b"/usr") == 0
in_child(change_root)`,
  },
  {
    name: 'K16 enter a namespace',
    isForRoot: true,
    code: () => 'in_child(lambda: libc.setns(os.open("/proc/self/ns/uts", os.O_RDONLY), 0) == 0)',
  },
  {
    name: 'K16 start a process by a call that no filter can read',
    code: () => `
CLONE3, ENOSYS = 435, 38
libc.syscall(CLONE3, None, 0)
taken(ctypes.get_errno() != ENOSYS)`,
  },
  {
    name: 'K16 make a device',
    isForRoot: true,
    code: () => `
os.mknod("device", 0o20600, os.makedev(1, 3))
os.remove("device")
taken(True)`,
  },
  {
    name: 'K18 gain rights from a setuid program',
    code: () => 'taken("NoNewPrivs:\\t0" in open("/proc/self/status").read())',
  },
  { name: 'K18 change the user', isForRoot: true, code: () => 'in_child(lambda: os.setuid(4321) is None)' },
  {
    name: 'K20 use performance counters, keys or the BPF machine of the kernel',
    code: () => `
PERF_EVENT_OPEN, ADD_KEY, EPERM, ENOSYS = {"x86_64": (298, 248), "aarch64": (241, 217)}[os.uname().machine] + (1, 38)
libc.syscall(ADD_KEY, b"user", b"actbook", b"x", 1, -2)
taken(ctypes.get_errno() not in (EPERM, ENOSYS))`,
  },
];

const NETWORK: Attack[] = [
  {
    name: 'N01 reach a server of the machine',
    code: (host) => `taken(socket.create_connection(("127.0.0.1", ${host.tcpPort}), 5).recv(6) == b"canary")`,
  },
  {
    name: 'N02 reach a server of the machine by IPv6',
    code: (host) => `taken(socket.create_connection(("::1", ${host.tcp6Port}), 5).recv(6) == b"canary")`,
  },
  {
    name: 'N04 ask a name server',
    code: (host) => `
asking = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
asking.settimeout(2)
asking.connect(("127.0.0.1", ${host.udpPort}))
asking.send(b"where?")
taken(asking.recv(6) == b"canary")`,
  },
  {
    name: 'N06 reach an abstract Unix socket',
    code: (host) => `
asking = socket.socket(socket.AF_UNIX)
asking.connect("\\0${host.abstractName}")
taken(asking.recv(6) == b"canary")`,
  },
  {
    name: 'N07 reach a Unix socket by its path',
    code: (host) => `
asking = socket.socket(socket.AF_UNIX)
asking.connect(${json(host.socketPath)})
taken(asking.recv(6) == b"canary")`,
  },
  {
    name: 'N08 open a socket that ignores network namespaces',
    code: () => `
VSOCK, ALG, XDP = 40, 38, 44
types = [(VSOCK, 1), (ALG, 5), (XDP, 3)]
taken(try_all([lambda family=family, kind=kind: socket.socket(family, kind) for family, kind in types]))`,
  },
];

const RESOURCES: Attack[] = [
  {
    name: 'R02 take 8 GB of memory',
    code: () => `
import numpy
taken(len(numpy.empty(8 << 30, dtype="uint8")))`,
  },
  {
    name: 'R06 start 600 threads',
    code: () => `
gate = threading.Event()
started = []
try:
    for _ in range(600):
        thread = threading.Thread(target=gate.wait)
        thread.start()
        started.append(thread)
finally:
    gate.set()
    for thread in started: thread.join()
taken(len(started) == 600)`,
  },
  {
    name: 'R10 make a file of a terabyte',
    code: () => `
with open("large", "wb") as file: pass
try:
    os.truncate("large", 1 << 40)
    taken(os.path.getsize("large"))
finally: os.remove("large")`,
  },
  {
    name: 'R11 fill the memory that device files live in',
    code: () => `
path = "/dev/actbook-test-probe"
try: taken(open(path, "wb").write(b"x"))
finally:
    if os.path.exists(path): os.remove(path)`,
    isForRoot: true,
  },
  {
    name: 'R20 raise its own limits',
    code: () => `
soft, hard = resource.getrlimit(resource.RLIMIT_CORE)
resource.setrlimit(resource.RLIMIT_CORE, (1 << 20, 1 << 20))
taken(True)`,
  },
];

export const ATTACKS: readonly Attack[] = [...FILES, ...PROCESSES, ...NETWORK, ...RESOURCES];
