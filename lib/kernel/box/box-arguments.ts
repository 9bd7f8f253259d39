/** The command line that runs a program in a box, which has what `box-files.ts` lists. */
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { type BoxFile, type BoxFilesOptions, listBoxFiles } from './box-files.ts';
import type { BoxLimits } from './box-limits.ts';
import type { PythonInstallation } from './describe-python.ts';
import type { KernelMounts } from './kernel-mounts.ts';

/** What the system calls a machine that is a box. */
export const BOX_HOST_NAME = 'box';

export interface BoxOptions extends BoxFilesOptions {
  /** The `bwrap` program. */
  bwrap: string;
  /** Null for the uid of this process, which then must not be 0. */
  uid: number | null;
  limits: BoxLimits;
  /** File descriptor that bwrap reads the system call filter from. */
  filterFd: number;
}

/** What to spawn, in {@link createBoxEnvironment}, to run `command` in the box. */
export function createBoxArguments(options: BoxOptions, command: string[]): string[] {
  const { bwrap, uid, filterFd } = options;
  return [
    bwrap,
    ...['--unshare-ipc', '--unshare-pid', '--unshare-uts', '--unshare-cgroup-try', '--unshare-net'],
    ...(uid === null ? OWN_USER : OTHER_USER),
    ...['--die-with-parent', '--new-session', '--hostname', BOX_HOST_NAME, '--seccomp', String(filterFd)],
    ...listBoxFiles(options).flatMap(toArguments),
    ...['--chdir', '/', '--remount-ro', '/dev', '--remount-ro', '/', '--'],
    ...(uid === null ? [] : becomeUser(uid)),
    ...limitResources(options.limits),
    ...command,
  ];
}

/** Variables of ours that a box has too. */
const IN_BOX = ['TZ', 'ACTBOOK_CHART_STYLE'];

/**
 * Every variable that programs in the box see. Given to bwrap itself: what its `--setenv` takes shows in the
 * process list, and the environment it is started with stays readable from inside.
 */
export function createBoxEnvironment(
  { executable }: PythonInstallation,
  kernels: KernelMounts,
  kernelEnv: Readonly<Record<string, string>>,
): Record<string, string> {
  return {
    // So that `!pip` and `!python` in a cell are the kernel's own.
    PATH: `${dirname(executable)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: '/tmp',
    LANG: 'C.UTF-8',
    // joblib cannot count processors in a box, and threads that wait would take the processor from those that work.
    LOKY_MAX_CPU_COUNT: String(availableParallelism()),
    OMP_WAIT_POLICY: 'PASSIVE',
    ...Object.fromEntries(Object.entries(kernelEnv).filter(([name]) => IN_BOX.includes(name))),
    JUPYTER_NO_CONFIG: '1',
    JUPYTER_CONFIG_DIR: '/tmp/.jupyter/config',
    JUPYTER_DATA_DIR: '/tmp/.jupyter/data',
    JUPYTER_RUNTIME_DIR: '/tmp/.jupyter/run',
    IPYTHONDIR: '/tmp/.ipython',
    ...kernels.env,
    MPLCONFIGDIR: '/tmp/.matplotlib',
  };
}

/** A user namespace of the box's own, in which no other can be made. */
const OWN_USER = [
  ...['--unshare-user', '--disable-userns', '--uid', '1000', '--gid', '1000'],
  ...['--cap-drop', 'ALL'],
];
/** Just enough for {@link becomeUser}. */
const OTHER_USER = [
  '--cap-drop',
  'ALL',
  '--cap-add',
  'CAP_SETUID',
  '--cap-add',
  'CAP_SETGID',
  '--cap-add',
  'CAP_SETPCAP',
];

function toArguments(file: BoxFile): string[] {
  switch (file.kind) {
    case 'bind':
      return [toBindOption(file), file.source, file.target];
    case 'link':
      return ['--symlink', file.to, file.target];
    case 'folder':
      return ['--perms', '0755', '--dir', file.target];
    case 'memory':
      return ['--size', String(file.bytes), '--perms', '1777', '--tmpfs', file.target];
    case 'proc':
      return ['--proc', '/proc'];
    case 'dev':
      return ['--dev', '/dev'];
  }
}

function toBindOption({ isWritable, isOptional }: Extract<BoxFile, { kind: 'bind' }>): string {
  return `${isWritable ? '--bind' : '--ro-bind'}${isOptional ? '-try' : ''}`;
}

function becomeUser(uid: number): string[] {
  const id = String(uid);
  return [
    ...['/usr/bin/setpriv', '--reuid', id, '--regid', id, '--clear-groups'],
    ...['--inh-caps=-all', '--bounding-set=-all', '--'],
  ];
}

/** Inside the box, where the count of processes is the box's own. */
function limitResources(limits: BoxLimits): string[] {
  return [
    ...['/usr/bin/prlimit', '--core=0', `--nproc=${limits.tasks}`, `--nofile=${limits.openFiles}`],
    ...[`--fsize=${limits.fileBytes}`, `--data=${limits.processMemoryBytes}`, '--'],
    ...['/usr/bin/nice', '-n', '5'],
  ];
}
