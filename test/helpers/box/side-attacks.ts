/** Attacks by the side doors: other names of the same things, what was left open, what the system shares. */
import type { Attack } from './attacks.ts';

const json = (value: unknown) => JSON.stringify(value);

const OTHER_NAMES: Attack[] = [
  {
    name: 'K31 read a file through the root of its own process',
    code: (host) => `taken("canary" in open("/proc/self/root" + ${json(host.secretFile)}).read())`,
  },
  {
    name: 'K32 read a file through the root of any process',
    code: (host) => `
taken(any(os.path.exists(root + ${json(host.secretFile)}) for root in glob.glob("/proc/[0-9]*/root")))`,
  },
  {
    name: 'K33 find other sessions through the working directory of any process',
    code: () => `
def lists_other(path):
    try: return "other" in os.listdir(path)
    except OSError: return False
taken(any(lists_other(path) for path in glob.glob("/proc/[0-9]*/cwd")))`,
  },
  {
    name: 'K34 read what any process has open',
    code: () => `
import stat
def has_canary(path):
    try: return stat.S_ISREG(os.stat(path).st_mode) and os.path.getsize(path) == 6 and open(path).read() == "canary"
    except OSError: return False
taken(any(has_canary(path) for path in glob.glob("/proc/[0-9]*/fd/*")))`,
  },
  {
    name: 'K35 read a file through a hard link to it',
    code: (host) => `
os.link(${json(host.otherFile)}, "hard")
try: taken("canary" in open("hard").read())
finally: os.remove("hard")`,
  },
  {
    name: 'K36 find a file by climbing out of the working directory',
    code: (host) => `
folder = os.open(".", os.O_RDONLY)
for _ in range(40):
    above = os.open("..", os.O_RDONLY, dir_fd=folder)
    os.close(folder)
    folder = above
found = os.open(${json(host.secretFile)}[1:], os.O_RDONLY, dir_fd=folder)
taken(os.read(found, 6) == b"canary")`,
  },
  {
    name: 'K37 find a file through the list of mounts',
    code: (host) => `
def tries():
    for line in open("/proc/self/mountinfo"):
        yield line.split()[4].rstrip("/") + ${json(host.secretFile)}
taken(any(os.path.exists(path) for path in tries()))`,
  },
  {
    name: 'K38 change the programs that start the next box',
    isForRoot: true,
    code: (host) => `
paths = [${json(host.scriptsDir)} + "/serve.py", "/run/actbook/serve.py"]
taken(try_all([lambda path=path: os.open(path, os.O_WRONLY) for path in paths]))`,
  },
  {
    name: 'K39 leave a program where another session loads it',
    code: () => `
import site
def plant(folder):
    path = folder + "/actbook-test-probe.pth"
    before = os.stat(folder)
    open(path, "w").close()
    os.remove(path)
    # By this time of change, others see whether packages were installed.
    try: os.utime(folder, ns=(before.st_atime_ns, before.st_mtime_ns))
    except OSError: pass
    return True
folders = [each for each in site.getsitepackages() if os.path.isdir(each)]
taken(try_all([lambda folder=folder: plant(folder) for folder in folders]))`,
  },
];

const SUPERVISION: Attack[] = [
  {
    name: 'K40 see the supervisor, which ends the box',
    code: () => `
def is_supervisor(path):
    try: return b"supervise.py" in open(path, "rb").read()
    except OSError: return False
taken(any(is_supervisor(path) for path in glob.glob("/proc/[0-9]*/cmdline")))`,
  },
  {
    name: 'K41 signal the parent of the parent of its parent',
    code: () => `
def parent(pid):
    return int(open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[1])
pid = os.getpid()
for _ in range(4): pid = parent(pid)
os.kill(pid, 0)
taken(pid > 0)`,
  },
  {
    name: 'K42 type into a terminal',
    isForRoot: true,
    code: () => `
import fcntl, pty, termios
outer, inner = pty.openpty()
fcntl.ioctl(inner, termios.TIOCSTI, b"x")
taken(True)`,
  },
  {
    name: 'K43 take precedence over other processes',
    isForRoot: true,
    code: () => `
before = os.getpriority(os.PRIO_PROCESS, 0)
os.setpriority(os.PRIO_PROCESS, 0, -5)
os.setpriority(os.PRIO_PROCESS, 0, before)
taken(True)`,
  },
  {
    name: 'K45 load a module into the system, or replace it',
    isForRoot: true,
    code: () => `
INIT_MODULE, EPERM = {"x86_64": 175, "aarch64": 105}[os.uname().machine], 1
libc.syscall(INIT_MODULE, None, 0, None)
taken(ctypes.get_errno() != EPERM)`,
  },
  {
    name: 'K46 open a file by its number, past any name',
    isForRoot: true,
    code: () => `
OPEN_BY_HANDLE_AT, EPERM = {"x86_64": 304, "aarch64": 265}[os.uname().machine], 1
libc.syscall(OPEN_BY_HANDLE_AT, -1, ctypes.create_string_buffer(64), 0)
taken(ctypes.get_errno() != EPERM)`,
  },
  {
    name: 'K47 use io_uring, which no filter of calls sees',
    code: () => `
IO_URING_SETUP, EPERM, ENOSYS = 425, 1, 38
libc.syscall(IO_URING_SETUP, 1, None)
taken(ctypes.get_errno() not in (EPERM, ENOSYS))`,
  },
  {
    name: 'K48 wait for memory faults of its own making',
    isForRoot: true,
    code: () => `
USERFAULTFD = {"x86_64": 323, "aarch64": 282}[os.uname().machine]
taken(libc.syscall(USERFAULTFD, 0) >= 0)`,
  },
  {
    name: 'K50 open the memory of the first process, or of one of the machine',
    code: (host) => `
paths = ["/proc/1/mem", "/proc/${host.pid}/mem"]
taken(try_all([lambda path=path: open(path, "rb") for path in paths]))`,
  },
  {
    name: 'K49 change the name or the clock of the machine',
    isForRoot: true,
    code: () => 'socket.sethostname(socket.gethostname()); taken(True)',
  },
];

const SHARED: Attack[] = [
  {
    name: 'N09 read the wire',
    isForRoot: true,
    code: () => 'taken(socket.socket(socket.AF_PACKET, socket.SOCK_RAW))',
  },
  {
    name: 'N11 make up packets',
    isForRoot: true,
    code: () => 'taken(socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP))',
  },
  {
    name: 'N13 reach the server in another session\u2019s box',
    code: (host) => `
def reach(path):
    asking = socket.socket(socket.AF_UNIX)
    asking.connect(path)
    return True
taken(try_all([lambda path=path: reach(path) for path in glob.glob(${json(host.scratch)} + "/actbook-*/jupyter.sock")]))`,
  },
  {
    name: 'N17 have a box forked',
    code: (host) => `
def reach(path):
    asking = socket.socket(socket.AF_UNIX)
    asking.connect(path)
    return True
taken(try_all([lambda path=path: reach(path) for path in glob.glob(${json(host.scratch)} + "/actbook-*/zygote.sock")]))`,
  },
  {
    name: 'N14 see the connections of the machine',
    code: (host) => `taken(f":{${host.tcpPort}:04X} " in open("/proc/net/tcp").read())`,
  },
  {
    name: 'N15 reach memory that another session shares',
    code: (host) => `taken("canary" in open(${json(host.sharedMemory)}).read())`,
  },
  {
    name: 'N16 read a message queue of the machine',
    isForRoot: true,
    code: (host) => `
queue = libc.msgget(${host.queueKey}, 0o600)
taken(queue >= 0)`,
  },
  {
    name: 'R21 open more files than it may',
    isForRoot: true,
    code: () => `
before = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (8192, max(8192, before[1])))
opened = []
try:
    for _ in range(5000): opened.append(os.open("/dev/null", os.O_RDONLY))
finally:
    for fd in opened: os.close(fd)
taken(len(opened) == 5000)`,
  },
];

export const SIDE_ATTACKS: readonly Attack[] = [...OTHER_NAMES, ...SUPERVISION, ...SHARED];
