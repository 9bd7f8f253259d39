/** Why no box can be made on a machine, and what its owner can do, from what bwrap said. */
import { existsSync } from 'node:fs';
import { NO_ISOLATION } from '../../protocol/kernel/without-isolation.ts';
import { AppError } from '../../util/app-error.ts';
import { isBoxArch } from './syscall-numbers.ts';

export interface BoxFailure {
  /** One sentence: what is in the way. */
  reason: string;
  /** One sentence: what to do, with the exact command where there is one. */
  remedy: string;
}

/** What the explanation looks at, apart from bwrap's words. */
export interface Machine {
  platform: string;
  arch: string;
  isRoot: boolean;
  exists: (path: string) => boolean;
}

/** Package managers by their program, and what installs bubblewrap with each. */
const INSTALL_COMMANDS = [
  ['/usr/bin/apt-get', 'apt-get install bubblewrap'],
  ['/usr/bin/dnf', 'dnf install bubblewrap'],
  ['/usr/bin/pacman', 'pacman -S bubblewrap'],
  ['/usr/bin/zypper', 'zypper install bubblewrap'],
  ['/sbin/apk', 'apk add bubblewrap util-linux'],
] as const;

const ALLOW_BWRAP =
  'apt-get install apparmor-profiles && cp /usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/ && systemctl reload apparmor';

export function describeMachine(): Machine {
  return {
    platform: process.platform,
    arch: process.arch,
    isRoot: process.getuid?.() === 0,
    exists: existsSync,
  };
}

/** @param log what bwrap wrote to standard error; null when there is no bwrap */
export function explainBoxFailure(log: string | null, machine: Machine): BoxFailure {
  const asRoot = (command: string) => (machine.isRoot ? command : `sudo sh -c '${command}'`);
  if (machine.platform !== 'linux' || !isBoxArch(machine.arch)) return NOT_LINUX;
  if (log === null) return { reason: 'The program bubblewrap is not installed.', remedy: toInstall(machine) };
  if (/Unknown option/i.test(log)) {
    return {
      reason: 'The installed bubblewrap is too old: version 0.8 or newer is needed.',
      remedy: 'Update the package bubblewrap.',
    };
  }
  const [, limit] = /prlimit: .*set.* (\w+) resource limit/i.exec(log) ?? [];
  if (limit) {
    return {
      reason: `A limit of this system is below what the sandbox needs (${limit}).`,
      remedy: 'Raise it where Actbook is started, for open files with `ulimit -n 4096`.',
    };
  }
  if (/uid map: Permission denied|RTM_NEWADDR/.test(log)) {
    return {
      reason: 'AppArmor keeps bubblewrap from creating a user namespace.',
      remedy: `Allow it with \`${asRoot(ALLOW_BWRAP)}\`.`,
    };
  }
  if (/namespace|Operation not permitted|Permission denied/i.test(log)) {
    return isContainer(machine) ? IN_CONTAINER : toNamespaces(log, asRoot);
  }
  return { reason: `bubblewrap failed: ${lastLine(log)}.`, remedy: 'Fix the problem that it reports.' };
}

/** The refusal to run code: what is in the way, what to do about it, and how to go on without a box. */
export function toUnavailable({ reason, remedy }: BoxFailure): AppError {
  return new AppError(
    'sandbox-unavailable',
    `${NO_ISOLATION} ${reason} ${remedy} To run it without isolation, with access to your files and network, set ACTBOOK_SANDBOX=off.`,
  );
}

const NOT_LINUX: BoxFailure = {
  reason: 'Isolation needs Linux on an x64 or arm64 processor.',
  remedy: 'Run Actbook in WSL2, in a virtual machine, or in a Linux container.',
};

const IN_CONTAINER: BoxFailure = {
  reason: 'This container does not let programs create namespaces.',
  remedy: 'Start it with a seccomp profile that allows them and with /proc unmasked.',
};

function toInstall({ isRoot, exists }: Machine): string {
  const found = INSTALL_COMMANDS.find(([program]) => exists(program));
  if (!found) return 'Install the package bubblewrap.';
  return `Install it with \`${isRoot ? '' : 'sudo '}${found[1]}\`.`;
}

function isContainer({ exists }: Machine): boolean {
  return exists('/.dockerenv') || exists('/run/.containerenv');
}

function toNamespaces(log: string, asRoot: (command: string) => string): BoxFailure {
  return {
    reason: `This system does not let programs create namespaces (${lastLine(log)}).`,
    remedy: `Allow it with \`${asRoot('sysctl -w kernel.unprivileged_userns_clone=1 user.max_user_namespaces=10000')}\`.`,
  };
}

function lastLine(log: string): string {
  return (log.trim().split('\n').at(-1) ?? '').replace(/\.$/, '').slice(0, 300);
}
