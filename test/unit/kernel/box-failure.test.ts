import { expect, it } from 'vitest';
import {
  explainBoxFailure,
  type Machine,
  toUnavailable,
} from '../../../lib/kernel/box/explain-box-failure.ts';

const MACHINE: Machine = { platform: 'linux', arch: 'x64', isRoot: false, exists: () => false };
const withFiles = (...paths: string[]): Partial<Machine> => ({ exists: (path) => paths.includes(path) });

it.each<[string, string | null, Partial<Machine>, RegExp]>([
  ['another system', null, { platform: 'darwin' }, /WSL2, in a virtual machine, or in a Linux container/],
  ['another processor', '', { arch: 'ppc64' }, /x64 or arm64/],
  ['no bubblewrap', null, withFiles('/usr/bin/apt-get'), /with `sudo apt-get install bubblewrap`\.$/],
  [
    'no bubblewrap, as root',
    null,
    { ...withFiles('/usr/bin/dnf'), isRoot: true },
    /with `dnf install bubblewrap`\.$/,
  ],
  ['no bubblewrap on an unknown system', null, {}, /Install the package bubblewrap/],
  ['an old bubblewrap', 'bwrap: Unknown option --disable-userns', {}, /0\.8 or newer/],
  ['Ubuntu 24.04', 'bwrap: setting up uid map: Permission denied', {}, /sudo sh -c '.*bwrap-userns-restrict/],
  [
    'Ubuntu 24.04 with a network',
    'bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted',
    {},
    /AppArmor/,
  ],
  [
    'a container',
    'bwrap: No permissions to create new namespace',
    withFiles('/.dockerenv'),
    /seccomp profile that allows them/,
  ],
  [
    'a hardened system',
    'bwrap: Creating new namespace failed: Operation not permitted',
    {},
    /sysctl -w kernel\.unprivileged_userns_clone=1/,
  ],
  [
    'a low limit of open files',
    'prlimit: failed to set the NOFILE resource limit: Operation not permitted',
    withFiles('/.dockerenv'),
    /limit of this system is below .*\(NOFILE\)\. .*ulimit -n 4096/,
  ],
  ['anything else', 'bwrap: Something new happened', {}, /Something new happened/],
])('%s is named with its remedy', (_, log, machine, expected) => {
  const failure = explainBoxFailure(log, { ...MACHINE, ...machine });
  expect(`${failure.reason} ${failure.remedy}`).toMatch(expected);
  expect(toUnavailable(failure)).toMatchObject({
    code: 'sandbox-unavailable',
    message: expect.stringContaining('ACTBOOK_SANDBOX=off'),
  });
});
