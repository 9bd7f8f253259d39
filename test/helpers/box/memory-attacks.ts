/**
 * Memory that no process shows as its own: Python that takes 1.4 GB of it in pieces, says so after each, and then stays.
 * Not more, so that a machine without limits survives it.
 */

/** `take` must hold on to 40 MB at each call. */
const withPieces = (take: string) => `
import array, ctypes, mmap, os, socket, time
MIB, PIECE = 1 << 20, 40 << 20
libc = ctypes.CDLL(None, use_errno=True)
held = []
def write_piece(file):
    block = b"x" * MIB
    for _ in range(PIECE // MIB): os.write(file, block)
${take}
for number in range(1, 36):
    take()
    print(number * PIECE // MIB, flush=True)
time.sleep(20)
print("got through")`;

export const MEMORY_ATTACKS: [name: string, code: string][] = [
  [
    'memory files on their way through a socket',
    withPieces(`
def take():
    file = os.memfd_create("hidden")
    write_piece(file)
    pair = socket.socketpair()
    socket.send_fds(pair[0], [b"x"], [file])
    os.close(file)
    held.append(pair)`),
  ],
  [
    'memory files that are mapped, not touched, and closed',
    withPieces(`
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
def take():
    file = os.memfd_create("hidden")
    write_piece(file)
    held.append(libc.mmap(None, PIECE, mmap.PROT_READ, mmap.MAP_SHARED, file, 0))
    os.close(file)`),
  ],
  [
    'shared memory that is detached',
    withPieces(`
IPC_PRIVATE, IPC_CREAT = 0, 0o1000
libc.shmat.restype = ctypes.c_void_p
libc.shmat.argtypes = [ctypes.c_int, ctypes.c_void_p, ctypes.c_int]
libc.shmdt.argtypes = [ctypes.c_void_p]
def take():
    segment = libc.shmget(IPC_PRIVATE, ctypes.c_size_t(PIECE), IPC_CREAT | 0o600)
    address = libc.shmat(segment, None, 0)
    ctypes.memset(address, 1, PIECE)
    libc.shmdt(address)
    held.append(segment)`),
  ],
  [
    'socket buffers of forked processes',
    withPieces(`
def fill(buffers_bytes):
    sockets = []
    while buffers_bytes > 0:
        pair = socket.socketpair()
        sockets.append(pair)
        for end in pair:
            end.setblocking(False)
            try:
                while True: buffers_bytes -= end.send(b"x" * 4096)
            except BlockingIOError: pass
    return sockets
def take():
    ready, done = os.pipe()
    if os.fork() == 0:
        kept = fill(PIECE)
        os.write(done, b"x")
        time.sleep(600)
    os.read(ready, 1)`),
  ],
];
