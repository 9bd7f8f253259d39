/**
 * The box's system call filter as classic BPF, the form `bwrap --seccomp` reads.
 * Source: Linux `Documentation/userspace-api/seccomp_filter.rst`, `include/uapi/linux/seccomp.h`.
 */
import { type BoxArch, DENIED_CALLS, JUDGED_CALLS } from './syscall-numbers.ts';

/** BPF instruction codes. */
const LOAD_WORD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_AT_LEAST = 0x35;
const JUMP_IF_ANY_BIT = 0x45;
const KEEP_BITS = 0x54;
const RETURN = 0x06;

/** Offsets in `struct seccomp_data`; arguments are eight bytes each, low half first. */
const NUMBER_OFFSET = 0;
const ARCH_OFFSET = 4;
const argumentOffset = (index: number) => 16 + 8 * index;

const AUDIT_ARCH: Record<BoxArch, number> = { x64: 0xc000003e, arm64: 0xc00000b7 };
/** Numbers from here on are calls of the x32 ABI, which would slip past a list of x64 numbers. */
const X32_BASE = 0x40000000;

const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const errno = (number: number) => 0x00050000 | number;
const EPERM = errno(1);
const ENOSYS = errno(38);
const EAFNOSUPPORT = errno(97);

const CLONE_NEWUSER = 0x10000000;
const CLONE_FILES = 0x400;
const CLONE_THREAD = 0x10000;
const CLOSE_RANGE_UNSHARE = 2;
/** UNIX, INET, INET6, NETLINK. Others, such as VSOCK, ignore network namespaces. */
const SOCKET_FAMILIES = [1, 2, 10, 16];
/** TIOCSTI and TIOCLINUX: typing into the terminal that Actbook was started from. */
const TERMINAL_INJECTIONS = [0x5412, 0x541c];

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

/** Allows what is not named in `DENIED_CALLS`; kills a process that uses another processor's calls. */
export function createSeccompFilter(arch: BoxArch): Buffer {
  return encode([
    [LOAD_WORD, 0, 0, ARCH_OFFSET],
    [JUMP_IF_EQUAL, 1, 0, AUDIT_ARCH[arch]],
    [RETURN, 0, 0, KILL_PROCESS],
    [LOAD_WORD, 0, 0, NUMBER_OFFSET],
    ...(arch === 'x64' ? onlyIf(JUMP_IF_AT_LEAST, X32_BASE, [answer(ENOSYS)]) : []),
    ...Object.values(DENIED_CALLS).flatMap((numbers) => onCall(numbers[arch], [answer(EPERM)])),
    // C libraries fall back to `clone`, whose flags a filter can read.
    ...onCall(JUDGED_CALLS.clone3[arch], [answer(ENOSYS)]),
    ...onCall(JUDGED_CALLS.clone[arch], judgeClone()),
    ...onCall(JUDGED_CALLS.close_range[arch], judgeCloseRange()),
    ...onCall(JUDGED_CALLS.socket[arch], judgeSocket()),
    ...onCall(JUDGED_CALLS.ioctl[arch], judgeIoctl()),
    answer(ALLOW),
  ]);
}

function judgeClone(): Instruction[] {
  return [
    [LOAD_WORD, 0, 0, argumentOffset(0)],
    ...onlyIf(JUMP_IF_ANY_BIT, CLONE_NEWUSER, [answer(EPERM)]),
    // If a thread had open files of its own, they would not be seen where its process is measured.
    [KEEP_BITS, 0, 0, CLONE_THREAD | CLONE_FILES],
    ...onlyIf(JUMP_IF_EQUAL, CLONE_THREAD, [answer(EPERM)]),
    answer(ALLOW),
  ];
}

function judgeCloseRange(): Instruction[] {
  return [
    [LOAD_WORD, 0, 0, argumentOffset(2)],
    ...onlyIf(JUMP_IF_ANY_BIT, CLOSE_RANGE_UNSHARE, [answer(EPERM)]),
    answer(ALLOW),
  ];
}

function judgeSocket(): Instruction[] {
  const isAllowed = SOCKET_FAMILIES.flatMap((family) => onlyIf(JUMP_IF_EQUAL, family, [answer(ALLOW)]));
  return [[LOAD_WORD, 0, 0, argumentOffset(0)], ...isAllowed, answer(EAFNOSUPPORT)];
}

function judgeIoctl(): Instruction[] {
  // The kernel reads only the low half of the request, so that is what counts here.
  const isDenied = TERMINAL_INJECTIONS.flatMap((request) => onlyIf(JUMP_IF_EQUAL, request, [answer(EPERM)]));
  return [[LOAD_WORD, 0, 0, argumentOffset(1)], ...isDenied, answer(ALLOW)];
}

function answer(value: number): Instruction {
  return [RETURN, 0, 0, value];
}

function onCall(number: number | undefined, body: Instruction[]): Instruction[] {
  return number === undefined ? [] : onlyIf(JUMP_IF_EQUAL, number, body);
}

/** Runs `body` only if the loaded word passes the test. */
function onlyIf(test: number, value: number, body: Instruction[]): Instruction[] {
  return [[test, 0, body.length, value], ...body];
}

/** `struct sock_filter`: u16 code, u8 jump if true, u8 jump if false, u32 value; both processors are little-endian. */
function encode(program: Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  program.forEach(([code, ifTrue, ifFalse, value], index) => {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(value, index * 8 + 4);
  });
  return bytes;
}
