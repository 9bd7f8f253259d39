/** A Jupyter server in a box of its own: for one session, reached by one Unix socket. */
import { realpath, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '../../util/app-error.ts';
import { orAborted, unlessAborted } from '../../util/or-aborted.ts';
import type { Turns } from '../../util/turns.ts';
import { WORKSPACE_IN_BOX } from '../kernel.ts';
import { explainServerExit, type ServerExit } from '../server/explain-server-exit.ts';
import {
  createToken,
  type JupyterServer,
  keepServer,
  type RecoveredServer,
  type RunningServer,
} from '../server/jupyter-server.ts';
import {
  createScratchDir,
  INPUT_FD,
  type StartedServerProcess,
  startServerProcess,
} from '../server/server-process.ts';
import { adoptWorkspace } from './adopt-workspace.ts';
import { createBoxArguments, createBoxEnvironment } from './box-arguments.ts';
import { listBoxFiles, SCRIPTS_IN_BOX } from './box-files.ts';
import type { BoxGroup, OpenedGroups } from './box-groups.ts';
import type { BoxLimits } from './box-limits.ts';
import { findBoxUid, prepareWorkspace } from './box-owner.ts';
import type { BoxZygotes } from './box-zygote.ts';
import {
  type BranchFolder,
  findBranchFolders,
  makeBranchFolders,
  readOwner,
  removeBranchFolders,
} from './branch-folders.ts';
import type { PythonInstallation } from './describe-python.ts';
import { describeMachine, explainBoxFailure, toUnavailable } from './explain-box-failure.ts';
import { findBwrap } from './find-bwrap.ts';
import { findSlirp } from './find-slirp.ts';
import { fitDiskLimits } from './fit-disk-limits.ts';
import { startForkedBox } from './forked-box.ts';
import { type HeldBox, holdBox, type StartedBox } from './held-box.ts';
import { findKernelMounts } from './kernel-mounts.ts';
import { makePackagesDir } from './packages-dir.ts';
import type { ProcessChildren } from './process-tree.ts';
import { createSeccompFilter } from './seccomp-filter.ts';
import { isBoxArch } from './syscall-numbers.ts';
import { createMountedFolders, watchUntilExit } from './watch-until-exit.ts';

export interface BoxServerOptions {
  /** Interpreter with jupyter-server and ipykernel. */
  python: string;
  /** Folder of `supervise.py` and `serve.py`. */
  scriptsDir: string;
  /** As in box-files.ts; it is made where it is missing. */
  packagesDir?: string | undefined;
  /** The session's folder, the only one that its code can write. */
  workspace: string;
  limits: BoxLimits;
  /** The user's environment, in which their own kernels are found. */
  kernelEnv: Record<string, string>;
  /** Opens the internet to the code. */
  network: boolean;
  /** Its kernels are not forked from the process that those of other boxes are forked from. Default false. */
  isApart?: boolean;
  describePython: () => Promise<PythonInstallation>;
  /** The kernel that will be asked for first, which a forked box starts at once; null when that is not known. */
  kernelName: string | null;
  /** Lists the processes for watching over what the box takes. */
  readChildren: () => ProcessChildren;
  /** The control groups of boxes, where there are any. */
  openGroups: () => Promise<OpenedGroups>;
  /** Memory of all boxes together, bytes. */
  allMemoryBytes: number;
  graceS: number;
  /** Where boxes are forked from; null starts each with bubblewrap. One with network always is. */
  zygotes: BoxZygotes | null;
}

const SOCKET_NAME = 'jupyter.sock';
/** File descriptor of the listening socket in the box; the one before is the filter's. */
const SOCKET_FD = INPUT_FD + 1;

export interface BoxServer extends JupyterServer {
  /**
   * Makes a box that started with an empty folder that of `workspace`: see {@link adoptWorkspace}. When it
   * throws, the box is of no use.
   */
  adopt(workspace: string, folderTurns: Turns): Promise<void>;
  hold(): HeldBox | null;
}

/** Each start is a new box. `connect` throws AppError `sandbox-unavailable` where no box can be made. */
export function createBoxServer(options: BoxServerOptions, adopted?: RecoveredServer): BoxServer {
  let { workspace } = options;
  let box: StartedBox | null = null;
  const start = async (signal: AbortSignal) => {
    if (options.packagesDir !== undefined) await makePackagesDir(options.packagesDir);
    box = await startBoxServer({ ...options, workspace }, signal);
    return box;
  };
  const resume = async (recovered: RecoveredServer) => {
    box = await resumeBoxServer(options, recovered);
    return box;
  };
  const server = keepServer(start, adopted && resume(adopted));

  return {
    ...server,
    adopt: async (target, folderTurns) => {
      if (!box) throw new Error('The box has not started.');
      workspace = await adoptWorkspace({ mounted: workspace, workspace: target, uid: box.uid, folderTurns });
      await box.folders.follow(workspace);
    },
    moveTo: async (target) => {
      workspace = await realpath(target);
      await box?.folders.follow(workspace);
    },
    hold: () => {
      const held = server.hold();
      return held && box && holdBox(held, box);
    },
  };
}

/** A box that an earlier process made has been without a watch since. */
async function resumeBoxServer(
  options: BoxServerOptions,
  { process, address }: RecoveredServer,
): Promise<StartedBox> {
  const { groups } = await options.openGroups();
  const group = groups?.find(basename(address.scratch ?? '')) ?? null;
  // Not fitted again: what is there by now, its code may have written.
  const first = { workspace: address.rootDir ?? '', diskLimits: address.diskLimits ?? options.limits };
  const folders = createMountedFolders(first, options.limits);
  const watched = watchUntilExit(process, { ...options, isAtWork: true, group, folders });
  const { exited, isEnding, hasEnded } = watched;
  const branchFolders = await findBranchFolders(first.workspace, basename(address.scratch ?? ''));
  void exited.then(() => removeBranchFolders(branchFolders));
  const running = Promise.resolve({
    ...address,
    get rootDir() {
      return folders.own.workspace;
    },
    exited,
    isEnding,
  });
  return { process, running, uid: await readOwner(branchFolders), branchFolders, folders, hasEnded };
}

async function startBoxServer(options: BoxServerOptions, signal: AbortSignal): Promise<StartedBox> {
  const { scriptsDir, limits, network } = options;
  const { arch } = process;
  const bwrap = findBwrap();
  if (bwrap === null || !isBoxArch(arch)) throw toUnavailable(explainBoxFailure(null, describeMachine()));
  const giveNetwork = network ? [options.python, '-I', join(scriptsDir, 'give_network.py'), findSlirp()] : [];
  const python = await unlessAborted(options.describePython(), signal);
  const workspace = await realpath(options.workspace);
  const uid = findBoxUid(workspace);
  await unlessAborted(prepareWorkspace(workspace, uid, signal), signal);
  const { groups } = await options.openGroups();
  signal.throwIfAborted();
  const token = createToken();
  const kernels = findKernelMounts(options.kernelEnv);
  const filter = createSeccompFilter(arch);
  // While the box starts: its code runs when it is known to be running.
  const fitting = fitDiskLimits(workspace, limits);
  const shared = {
    token,
    limits,
    graceS: options.graceS,
    signal,
    env: createBoxEnvironment(python, kernels, options.kernelEnv),
    explainExit: (code: ServerExit, log: string) => explainExit({ python: options.python, uid, code, log }),
  };
  let place = await openPlace(groups, workspace, uid);
  const box = {
    bwrap,
    python,
    kernels,
    ...ourFolders(options),
    workspace,
    uid,
    limits,
    network,
    filterFd: INPUT_FD,
  };
  let forked: StartedServerProcess | null = null;
  if (options.zygotes && !network) {
    const fork = {
      ...shared,
      ...toPaths(place),
      uid,
      filter,
      files: listBoxFiles({ ...box, ...place }),
      kernel: options.kernelName,
      forksKernels: !options.isApart,
    };
    forked = await startForkedBox(fork, options.zygotes);
    if (!forked) {
      // Its guard may still remove it.
      await closePlace(place);
      signal.throwIfAborted();
      place = await openPlace(groups, workspace, uid);
    }
  }
  const { scratch, group, socketPath, branchFolders } = place;
  const serve = [python.executable, `${SCRIPTS_IN_BOX}/serve.py`, WORKSPACE_IN_BOX, String(SOCKET_FD)];
  const server =
    forked ??
    startServerProcess({
      ...shared,
      ...toPaths(place),
      python: options.python,
      scriptsDir,
      listen: { path: socketPath, fd: SOCKET_FD },
      input: filter,
      command: [...giveNetwork, ...createBoxArguments({ ...box, ...place }, serve)],
      cwd: scratch,
    });
  const diskLimits = (await orAborted(fitting, signal)) ?? limits;
  const folders = createMountedFolders({ workspace, diskLimits }, limits);
  const watched = watchUntilExit(server, { ...options, isAtWork: false, group, folders });
  const { exited, isEnding, hasEnded } = watched;
  void exited.then(() => removeBranchFolders(branchFolders));
  const address = { scratch, url: 'http://localhost/', token, socketPath };
  const running = server.listening.then(
    (): RunningServer => ({
      ...address,
      get rootDir() {
        return folders.own.workspace;
      },
      get diskLimits() {
        return folders.own.diskLimits;
      },
      isolation: network ? 'box-online' : 'box',
      sandboxStart: forked ? 'fork' : 'bubblewrap',
      exited,
      isEnding,
    }),
  );
  return { process: server, running, uid, folders, branchFolders, hasEnded };
}

function ourFolders({ scriptsDir, packagesDir }: BoxServerOptions) {
  return { scriptsDir, packagesDir };
}

interface Place {
  /** Private folder that goes away with the box. */
  scratch: string;
  group: BoxGroup | null;
  socketPath: string;
  branchFolders: BranchFolder[];
}

async function openPlace(
  groups: OpenedGroups['groups'],
  workspace: string,
  uid: number | null,
): Promise<Place> {
  const scratch = createScratchDir();
  const group = groups?.create(basename(scratch)) ?? null;
  const branchFolders = await makeBranchFolders(workspace, basename(scratch), uid);
  return { scratch, group, socketPath: join(scratch, SOCKET_NAME), branchFolders };
}

function toPaths({ scratch, group, socketPath }: Place) {
  return { scratch, socketPath, groups: group?.folders ?? [] };
}

async function closePlace({ scratch, group, branchFolders }: Place): Promise<void> {
  void group?.remove();
  await removeBranchFolders(branchFolders);
  await rm(scratch, { recursive: true, force: true }).catch(() => {});
}

interface BoxExit {
  python: string;
  uid: number | null;
  code: ServerExit;
  log: string;
}

function explainExit({ python, uid, code, log }: BoxExit): AppError {
  if (/^bwrap: /m.test(log)) return toUnavailable(explainBoxFailure(log, describeMachine()));
  if (/^network: /m.test(log)) {
    const sentence = `Network access could not be set up for this session: ${log}. Turn it off to continue without it.`;
    return new AppError('kernel-unavailable', sentence);
  }
  if (uid !== null && /Permission denied/.test(log)) {
    const sentence = `Actbook runs as root, so its sandbox runs as another user, who cannot read ${python}. Make its folder readable for everyone (chmod -R a+rX), or start Actbook as an ordinary user.`;
    return new AppError('kernel-unavailable', sentence, { cause: log });
  }
  return explainServerExit(python, code, log);
}
