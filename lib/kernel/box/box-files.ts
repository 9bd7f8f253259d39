/** What a box has of the file system, in the order in which it is made: nothing of this machine is there unless it is listed here. */
import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { AppError } from '../../util/app-error.ts';
import { WORKSPACE_IN_BOX } from '../kernel.ts';
import { SHM_BYTES, TMP_BYTES } from './box-limits.ts';
import type { BranchFolder } from './branch-folders.ts';
import type { PythonInstallation } from './describe-python.ts';
import type { KernelMounts } from './kernel-mounts.ts';
import { PACKAGES_IN_BOX } from './packages-dir.ts';

/** Where the box has Actbook's Python programs. */
export const SCRIPTS_IN_BOX = '/run/actbook';

export interface BoxFilesOptions {
  python: PythonInstallation;
  /** Folder of Actbook's Python programs. */
  scriptsDir: string;
  /** Folder of the packages that were added to notebooks; absent where none can be. */
  packagesDir?: string | undefined;
  /** The one folder that can be written, symlinks resolved. */
  workspace: string;
  /** Prepares for the network that `give_network.py` brings; without that there is none anyway. */
  network: boolean;
  /** The user's own kernels. */
  kernels: KernelMounts;
  /** To become the workspaces of branches. */
  branchFolders?: readonly BranchFolder[];
}

/** `enter_box.py` reads them too. */
export type BoxFile =
  /** A file or folder of this machine, left out when it is `isOptional` and not there. */
  | { kind: 'bind'; source: string; target: string; isWritable: boolean; isOptional: boolean }
  | { kind: 'link'; target: string; to: string }
  | { kind: 'folder'; target: string }
  /** A folder in memory that everyone can write. */
  | { kind: 'memory'; target: string; bytes: number }
  | { kind: 'proc' }
  | { kind: 'dev' };

/** Throws AppError `kernel-unavailable` when Python's folders hold data of ours. */
export function listBoxFiles(options: BoxFilesOptions): BoxFile[] {
  const { workspace, scriptsDir, packagesDir, network } = options;
  return [
    bind('/usr'),
    ...listSystemFolders(),
    { kind: 'folder', target: '/etc' },
    ...ETC_FILES.map((path) => bind(path, path, { isOptional: true })),
    { kind: 'proc' },
    { kind: 'dev' },
    { kind: 'memory', target: '/dev/shm', bytes: SHM_BYTES },
    { kind: 'memory', target: '/tmp', bytes: TMP_BYTES },
    ...bindPython(options),
    ...bindKernels(options),
    ...bindBelow(scriptsDir, SCRIPTS_IN_BOX),
    ...(packagesDir === undefined ? [] : bindBelow(packagesDir, PACKAGES_IN_BOX)),
    bind(`${scriptsDir}/box-hosts`, '/etc/hosts'),
    ...(existsSync(COUNTS_CORES) ? [bind(`${scriptsDir}/box-hosts`, COUNTS_CORES)] : []),
    ...(network ? listNetworkFiles(scriptsDir) : []),
    ...bindBelow(workspace, WORKSPACE_IN_BOX, { isWritable: true }),
    ...(options.branchFolders ?? []).flatMap(({ path, inBox }) =>
      bindBelow(path, inBox, { isWritable: true }),
    ),
  ];
}

type BindFlags = Partial<Pick<Extract<BoxFile, { kind: 'bind' }>, 'isWritable' | 'isOptional'>>;

function bind(source: string, target = source, flags: BindFlags = {}): BoxFile {
  return { kind: 'bind', source, target, isWritable: false, isOptional: false, ...flags };
}

/**
 * Without `/sys` it prints nothing and scikit-learn, which asks it for the cores, warns in every session. Where it cannot be
 * run, scikit-learn counts them in `/proc/cpuinfo`.
 */
const COUNTS_CORES = '/usr/bin/lscpu';

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

function listNetworkFiles(scriptsDir: string): BoxFile[] {
  return [
    bind(`${scriptsDir}/box-resolv.conf`, '/etc/resolv.conf'),
    ...CERTIFICATES.flatMap((path) => bindBelow(path, path, { isOptional: true })),
  ];
}

/** The top folders that are part of `/usr` on most systems and folders of their own on others. */
function listSystemFolders(): BoxFile[] {
  return ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'].flatMap((path): BoxFile[] => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat) return [];
    return stat.isSymbolicLink() ? [{ kind: 'link', target: path, to: readlinkSync(path) }] : [bind(path)];
  });
}

/** Python's folders under their own names, as it holds absolute paths to itself. */
function bindPython({ python, workspace }: BoxFilesOptions): BoxFile[] {
  const targets = python.folders.flatMap((folder) => [folder, realpathSync(folder)]);
  const outside = [...new Set(targets)].filter((path) => !isWithin(path, '/usr')).sort();
  for (const folder of outside) {
    if (isWithin(workspace, folder)) throw new AppError('kernel-unavailable', toTooWideSentence(folder));
  }
  return outside.flatMap((path) => bindBelow(realpathSync(path), path));
}

/** A folder with data of ours in it stays outside; its kernel then does not start. */
function bindKernels({ kernels, workspace }: BoxFilesOptions): BoxFile[] {
  return kernels.mounts
    .filter(({ source }) => !isWithin(workspace, source))
    .flatMap(({ source, target }) => bindBelow(source, target));
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function toTooWideSentence(folder: string): string {
  return `Python's own folder ${folder} holds Actbook's data too, so code could read all of it. Set ACTBOOK_PYTHON to a Python in a virtual environment, or ACTBOOK_HOME to another folder.`;
}

/** Folders above the target are made beforehand, as bwrap would make them unreadable to other users. */
function bindBelow(source: string, target: string, flags: BindFlags = {}): BoxFile[] {
  const above: BoxFile[] = [];
  for (let folder = dirname(target); folder !== '/'; folder = dirname(folder)) {
    above.unshift({ kind: 'folder', target: folder });
  }
  return [...above, bind(source, target, flags)];
}
