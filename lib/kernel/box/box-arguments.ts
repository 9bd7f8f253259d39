/** The command line that runs a program in a box: nothing of this machine is there unless it is listed here. */
import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { AppError } from '../../util/app-error.ts';
import { WORKSPACE_IN_BOX } from '../kernel.ts';
import { type BoxLimits, SHM_BYTES, TMP_BYTES } from './box-limits.ts';
import type { PythonInstallation } from './describe-python.ts';
import type { KernelMounts } from './kernel-mounts.ts';

/** Where the box has Actbook's Python programs. */
export const SCRIPTS_IN_BOX = '/run/actbook';

export interface BoxOptions {
  /** The `bwrap` program. */
  bwrap: string;
  python: PythonInstallation;
  /** Folder of Actbook's Python programs. */
  scriptsDir: string;
  /** The one folder that can be written, symlinks resolved. */
  workspace: string;
  /** Null for the uid of this process, which then must not be 0. */
  uid: number | null;
  limits: BoxLimits;
  /** Prepares for the network that `give_network.py` brings; without that there is none anyway. */
  network: boolean;
  /** The user's own kernels. */
  kernels: KernelMounts;
  /** File descriptor that bwrap reads the system call filter from. */
  filterFd: number;
}

/** What to spawn, in {@link createBoxEnvironment}, to run `command` in the box. */
export function createBoxArguments(options: BoxOptions, command: string[]): string[] {
  const { bwrap, uid, workspace, scriptsDir, filterFd, network } = options;
  return [
    bwrap,
    ...['--unshare-ipc', '--unshare-pid', '--unshare-uts', '--unshare-cgroup-try', '--unshare-net'],
    ...(uid === null ? OWN_USER : OTHER_USER),
    ...['--die-with-parent', '--new-session', '--hostname', 'box', '--seccomp', String(filterFd)],
    ...['--ro-bind', '/usr', '/usr', ...listSystemFolders()],
    ...['--perms', '0755', '--dir', '/etc', ...ETC_FILES.flatMap((path) => ['--ro-bind-try', path, path])],
    ...['--proc', '/proc', '--dev', '/dev'],
    ...['--size', String(SHM_BYTES), '--perms', '1777', '--tmpfs', '/dev/shm'],
    ...['--size', String(TMP_BYTES), '--perms', '1777', '--tmpfs', '/tmp'],
    ...bindPython(options),
    ...bindKernels(options),
    ...bind('--ro-bind', scriptsDir, SCRIPTS_IN_BOX),
    ...['--ro-bind', `${scriptsDir}/box-hosts`, '/etc/hosts'],
    ...(network ? describeNetwork(scriptsDir) : []),
    ...bind('--bind', workspace, WORKSPACE_IN_BOX),
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

const ETC_FILES = [
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'alternatives',
  'fonts',
  'R',
  'localtime',
  'mime.types',
].map((name) => `/etc/${name}`);

/** Certificates of the system, under the names its packages give them. */
const CERTIFICATES = [
  '/etc/ssl/certs',
  '/etc/ssl/openssl.cnf',
  '/etc/pki/tls',
  '/etc/pki/ca-trust/extracted',
];

function describeNetwork(scriptsDir: string): string[] {
  return [
    ...['--ro-bind', `${scriptsDir}/box-resolv.conf`, '/etc/resolv.conf'],
    ...CERTIFICATES.flatMap((path) => ['--ro-bind-try', path, path]),
  ];
}

/** The top folders that are part of `/usr` on most systems and folders of their own on others. */
function listSystemFolders(): string[] {
  return ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'].flatMap((path) => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat) return [];
    return stat.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
  });
}

/** Python's folders under their own names, as it holds absolute paths to itself. */
function bindPython({ python, workspace }: BoxOptions): string[] {
  const targets = python.folders.flatMap((folder) => [folder, realpathSync(folder)]);
  const outside = [...new Set(targets)].filter((path) => !isWithin(path, '/usr')).sort();
  for (const folder of outside) {
    if (isWithin(workspace, folder)) throw new AppError('kernel-unavailable', toTooWideSentence(folder));
  }
  return outside.flatMap((path) => bind('--ro-bind', realpathSync(path), path));
}

/** A folder with data of ours in it stays outside; its kernel then does not start. */
function bindKernels({ kernels, workspace }: BoxOptions): string[] {
  return kernels.mounts
    .filter(({ source }) => !isWithin(workspace, source))
    .flatMap(({ source, target }) => bind('--ro-bind', source, target));
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function toTooWideSentence(folder: string): string {
  return `Python's own folder ${folder} holds Actbook's data too, so code could read all of it. Set ACTBOOK_PYTHON to a Python in a virtual environment, or ACTBOOK_HOME to another folder.`;
}

/** Folders above the target are made beforehand, as bwrap would make them unreadable to other users. */
function bind(option: '--bind' | '--ro-bind', source: string, target: string): string[] {
  const above: string[] = [];
  for (let folder = dirname(target); folder !== '/'; folder = dirname(folder)) above.unshift(folder);
  return [...above.flatMap((folder) => ['--perms', '0755', '--dir', folder]), option, source, target];
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
