/** The system call filter, run by an interpreter of the same instructions. */
import { expect, it } from 'vitest';
import { createSeccompFilter } from '../../../lib/kernel/box/seccomp-filter.ts';

const KILLED = 0x80000000;
const ALLOWED = 0x7fff0000;
const errno = (number: number) => 0x00050000 | number;
const [EPERM, ENOSYS, EAFNOSUPPORT] = [errno(1), errno(38), errno(97)];
const [X64, ARM64] = [0xc000003e, 0xc00000b7];

interface Call {
  arch: number;
  number: number;
  arguments?: number[];
}

/** Classic BPF as far as the filter uses it. Source: Linux `Documentation/networking/filter.rst`. */
function judge(program: Buffer, call: Call): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call.number, 0);
  data.writeUInt32LE(call.arch, 4);
  call.arguments?.forEach((value, index) => {
    data.writeUInt32LE(value, 16 + 8 * index);
  });
  let loaded = 0;
  for (let at = 0; at < program.length / 8; at += 1) {
    const [code, value] = [program.readUInt16LE(at * 8), program.readUInt32LE(at * 8 + 4)];
    if (code === 0x06) return value;
    if (code === 0x20) {
      loaded = data.readUInt32LE(value);
      continue;
    }
    if (code === 0x54) {
      loaded &= value;
      continue;
    }
    const tests: Record<number, boolean> = {
      21: loaded === value,
      53: loaded >= value,
      69: (loaded & value) !== 0,
    };
    const isMet = tests[code];
    if (isMet === undefined) throw new Error(`Instruction ${code} is not known.`);
    at += program.readUInt8(at * 8 + (isMet ? 2 : 3));
  }
  throw new Error('The program ended without an answer.');
}

const X64_CALLS = {
  read: 0,
  ioctl: 16,
  socket: 41,
  clone: 56,
  ptrace: 101,
  mount: 165,
  unshare: 272,
  clone3: 435,
  closeRange: 436,
};
const ARM64_CALLS = {
  read: 63,
  ioctl: 29,
  socket: 198,
  clone: 220,
  ptrace: 117,
  mount: 40,
  unshare: 97,
  clone3: 435,
  closeRange: 436,
};

it.each([
  ['x64', X64, X64_CALLS],
  ['arm64', ARM64, ARM64_CALLS],
] as const)('on %s it refuses what the box must not do, and nothing else', (name, arch, calls) => {
  const filter = createSeccompFilter(name);
  const ask = (number: number, ...args: number[]) => judge(filter, { arch, number, arguments: args });
  expect(ask(calls.read)).toBe(ALLOWED);
  for (const denied of [calls.ptrace, calls.mount, calls.unshare]) expect(ask(denied)).toBe(EPERM);
  expect(ask(calls.clone3)).toBe(ENOSYS);
  const [newUser, newThread] = [0x10000000, 0x003d0f00];
  expect([ask(calls.clone, newUser | newThread), ask(calls.clone, newThread)]).toEqual([EPERM, ALLOWED]);
  const [withoutFiles, unshared] = [newThread & ~0x400, 2];
  expect([ask(calls.clone, withoutFiles), ask(calls.clone, 0x1200011)]).toEqual([EPERM, ALLOWED]);
  expect([ask(calls.closeRange, 3, 9, unshared), ask(calls.closeRange, 3, 9, 4)]).toEqual([EPERM, ALLOWED]);
  const [unix, inet, vsock, packet] = [1, 2, 40, 17];
  expect([unix, inet, vsock, packet].map((family) => ask(calls.socket, family))).toEqual([
    ...[ALLOWED, ALLOWED],
    ...[EAFNOSUPPORT, EAFNOSUPPORT],
  ]);
  const [typeIntoTerminal, askForSize] = [0x5412, 0x5413];
  expect([ask(calls.ioctl, 0, typeIntoTerminal), ask(calls.ioctl, 0, askForSize)]).toEqual([EPERM, ALLOWED]);
});

it('kills what speaks for another processor, and knows no x32', () => {
  const filter = createSeccompFilter('x64');
  const I386 = 0x40000003;
  expect(judge(filter, { arch: I386, number: 3 })).toBe(KILLED);
  expect(judge(filter, { arch: ARM64, number: 63 })).toBe(KILLED);
  expect(judge(filter, { arch: X64, number: 0x40000000 })).toBe(ENOSYS);
  expect(judge(createSeccompFilter('arm64'), { arch: X64, number: 0 })).toBe(KILLED);
});
