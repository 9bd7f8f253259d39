/** Where kernels find their Jupyter servers: each in a box of its own, all on one without, or on someone else's. */
import { realpath } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Isolation } from '../../protocol/kernel/kernel-info.ts';
import { createTurns, type Turns } from '../../util/turns.ts';
import { type OpenedGroups, openBoxGroups } from '../box/box-groups.ts';
import {
  type BoxLimits,
  defaultAllBoxesMemory,
  defaultBoxLimits,
  readMachineMemory,
} from '../box/box-limits.ts';
import { type BoxServer, createBoxServer } from '../box/box-server.ts';
import { createBoxZygotes } from '../box/box-zygote.ts';
import { rememberPython } from '../box/describe-python.ts';
import type { HeldBox } from '../box/held-box.ts';
import { shareChildren } from '../box/process-tree.ts';
import { readPackages } from '../box/read-packages.ts';
import { IMPORTS_OF_FORKS, type StartKernelOptions } from '../kernel.ts';
import { listBoxKernels } from '../server/installed-kernels.ts';
import {
  createExternalServer,
  createLocalServer,
  type JupyterServer,
  type RecoveredServer,
} from '../server/jupyter-server.ts';
import { recoverServerProcess } from '../server/recover-server-process.ts';
import type { SurvivingServer } from '../server/survivor.ts';
import type { JupyterAddress } from '../wire/jupyter-address.ts';
import { createJupyterApi, type KernelSpecSummary } from '../wire/jupyter-api.ts';
import { countWarmBoxes, createWarmBoxes, WARM_KERNEL, type WarmBox, type WarmBoxes } from './warm-boxes.ts';

export interface KernelServersOptions {
  /** Interpreter with jupyter-server and ipykernel, for our own servers. */
  python: string;
  /** Folder that holds `kernels/`. */
  rootDir: string;
  /** Folder that holds the workspaces; created when missing. */
  workspacesDir: string;
  /** Where packages that are added to notebooks are installed, and the environment of what installs them. Absent: none can be added. */
  packages?: { folder: string; env: Record<string, string> };
  /** Environment of a server without a box, and its kernels. Nothing is added but their own folders. */
  kernelEnv: Record<string, string>;
  /** A Jupyter server to use instead of our own. */
  external: JupyterAddress | null;
  /** `on` puts each kernel with its server into a box, `off` runs code with everything this process may do. */
  sandbox: 'on' | 'off';
  /** How boxes start: by a fork of a process that has imported all, where that works, or each with bubblewrap. Default `bwrap`. */
  box?: 'fork' | 'bwrap';
  /** How long a start waits for the process that boxes are forked from before bubblewrap makes one, milliseconds. Default 500. */
  forkPatienceMs?: number;
  /**
   * How many boxes bubblewrap makes before the process that boxes are forked from is worth its start, unless `keepWarm` was
   * called. Default 0.
   */
  boxesBeforeFork?: number;
  /** Limits of each box; fitted to this machine by default. */
  limits?: BoxLimits;
  /** Memory of all boxes together, bytes; leaves room on this machine by default. Needs control groups. */
  allMemoryBytes?: number | undefined;
  /** Where the system has its control groups; by default where systems have them. */
  controlGroupsDir?: string;
  /** How long our servers outlive a crash of this process, seconds. Default 0. */
  graceS?: number;
  /** Folder for what a later process needs to find kernels again; without it none is found. */
  survivorsDir?: string;
  /** How many boxes are kept ready once `keepWarm` was called; by default as many as fit the machine. */
  warmBoxes?: number;
  /** Turns by folder, shared with whoever reads the workspaces: files move in them. Default: of its own. */
  folderTurns?: Turns;
}

interface OpenedServer {
  server: JupyterServer;
  /** The box whose kernel is ready, if there is one. */
  warm: WarmBox | null;
}

export interface KernelServers {
  areShared: boolean;
  open(start: StartKernelOptions): Promise<OpenedServer>;
  /** The server that an earlier process left behind, or null when there is none that fits this configuration. */
  adopt(survivor: SurvivingServer, start: StartKernelOptions): Promise<JupyterServer | null>;
  /** From now on none starts, those that are starting are given up, and those that run end with this process, however it ends. */
  bind(): void;
  /** Opens a server for a fork of a kernel on this one, with the fork's folder there. Null if the box is full. */
  fork(
    server: JupyterServer,
    start: StartKernelOptions,
  ): Promise<{ server: JupyterServer; folder: string } | null>;
  /** To be called when the kernel of an opened or recovered server is no more. */
  close(server: JupyterServer): Promise<void>;
  listSpecs(): Promise<KernelSpecSummary[]>;
  /** Starts what makes kernels quick before one is asked for, and keeps doing so. */
  keepWarm(): void;
  /** The same for those that are apart, once `keepWarm` was called. */
  keepWarmApart(): void;
  dispose(): Promise<void>;
}

export function createKernelServers({ external, sandbox, ...options }: KernelServersOptions): KernelServers {
  const scriptsDir = join(options.rootDir, 'kernels');
  const { graceS = 0 } = options;
  if (external) {
    const server = createExternalServer(external);
    const isSame = async ({ isolation, url }: SurvivingServer) =>
      isolation === 'remote' && url === (await server.connect()).url;
    return shareServer(server, async (survivor) => ((await isSame(survivor)) ? server : null));
  }
  if (sandbox === 'off') {
    const start = (recovered?: RecoveredServer) =>
      createLocalServer({ ...options, scriptsDir, graceS }, recovered);
    return shareServer(start(), async (survivor) => {
      const recovered = await recoverServer(survivor, ['none']);
      return recovered && start(recovered);
    });
  }
  const { python, kernelEnv, workspacesDir } = options;
  const count = options.warmBoxes ?? countWarmBoxes(totalmem(), availableParallelism());
  const limits = options.limits ?? defaultBoxLimits(readMachineMemory());
  const allMemoryBytes = options.allMemoryBytes ?? defaultAllBoxesMemory(readMachineMemory());
  const { controlGroupsDir } = options;
  let opened: Promise<OpenedGroups> | null = null;
  const openGroups = () => {
    opened ??= openBoxGroups({ workspacesDir, limits, allMemoryBytes, controlGroupsDir });
    return opened;
  };
  const readChildren = shareChildren();
  const common = { python, scriptsDir, kernelEnv, packagesDir: options.packages?.folder };
  const { forkPatienceMs: patienceMs, boxesBeforeFork: boxesWithout } = options;
  const zygotes = options.box === 'fork' ? createBoxZygotes({ ...common, patienceMs, boxesWithout }) : null;
  const box = {
    ...common,
    zygotes,
    limits,
    allMemoryBytes,
    openGroups,
    graceS,
    readChildren,
    describePython: rememberPython(python),
  };
  const create: CreateBox = ({ workspace, kernelName, network = false, isApart = false }, recovered) =>
    createBoxServer({ ...box, workspace, kernelName, network, isApart }, recovered);
  const createWaiting = (isApart: boolean) => (workspace: string) =>
    create({ workspace, kernelName: WARM_KERNEL, isApart });
  const { describePython } = box;
  const folderTurns = options.folderTurns ?? createTurns();
  const waiting = {
    workspacesDir,
    folderTurns,
    readPackages: async () => readPackages(await describePython()),
  };
  const warm = { ...waiting, count, create: createWaiting(false) };
  const preparation = IMPORTS_OF_FORKS;
  const apart = {
    ...waiting,
    count: zygotes ? Math.min(count, 1) : 0,
    create: createWaiting(true),
    preparation,
  };
  const close = async () => {
    await zygotes?.dispose();
    await (await opened)?.groups?.close();
  };
  return separateServers({
    create,
    warmBoxes: createWarmBoxes(warm),
    apartBoxes: createWarmBoxes(apart),
    prepare: zygotes?.prepare ?? null,
    close,
    person: { python, kernelEnv },
    folderTurns,
  });
}

type CreateBox = (start: StartKernelOptions, recovered?: RecoveredServer) => BoxServer;

async function recoverServer(address: SurvivingServer, modes: Isolation[]): Promise<RecoveredServer | null> {
  if (!modes.includes(address.isolation) || address.scratch === null) return null;
  const process = await recoverServerProcess(address.scratch);
  return process && { process, address };
}

function shareServer(
  first: JupyterServer,
  adopt: (survivor: SurvivingServer) => Promise<JupyterServer | null>,
): KernelServers {
  /** Adoptions by scratch folder, or by address without one: a server is recovered once for all kernels that it has. */
  const adoptions = new Map<string, Promise<JupyterServer | null>>();
  const servers = new Set([first]);
  let latest = first;

  async function adoptOnce(survivor: SurvivingServer): Promise<JupyterServer | null> {
    const key = survivor.scratch ?? survivor.url;
    const adopting = adoptions.get(key) ?? adopt(survivor);
    adoptions.set(key, adopting);
    const server = await adopting.catch((error: unknown) => {
      // It may answer the next time.
      adoptions.delete(key);
      throw error;
    });
    if (!server) return null;
    servers.add(server);
    latest = server;
    return server;
  }

  return {
    areShared: true,
    open: async () => ({ server: latest, warm: null }),
    fork: async (server, { workspace }) => ({ server, folder: await realpath(workspace) }),
    adopt: adoptOnce,
    bind: () => {
      for (const server of servers) server.bind();
    },
    close: async () => {},
    listSpecs: async () => createJupyterApi(await latest.connect()).listSpecs(),
    // A failure is reported to the first session.
    keepWarm: () => void latest.connect().catch(() => {}),
    keepWarmApart: () => {},
    dispose: async () => {
      await Promise.all([...servers].map((server) => server.dispose()));
    },
  };
}

interface SeparateOptions {
  create: CreateBox;
  warmBoxes: WarmBoxes;
  /** Boxes with kernels that are not forked, kept once one was asked for or announced. There are none if no box is forked. */
  apartBoxes: WarmBoxes;
  /** Starts what boxes are forked from, and resolves when they need not wait for it any more. Null where they are not. */
  prepare: (() => Promise<void>) | null;
  /** Ends it. */
  close: () => Promise<void>;
  person: Pick<KernelServersOptions, 'python' | 'kernelEnv'>;
  folderTurns: Turns;
}

/**
 * The place of a kernel in the box of the kernel that it was forked from. Started again, it gets a box of its own. `first` is
 * what is connected to first, for one that an earlier process forked.
 */
function joinBox(held: HeldBox, own: BoxServer, first: BoxServer | null): BoxServer {
  let joined = first;
  let isAlone = false;
  return {
    ...own,
    connect: async () => {
      if (joined) {
        const server = joined.connect();
        joined = null;
        return server;
      }
      isAlone = true;
      const server = await own.connect();
      await held.release();
      return server;
    },
    bind: () => {
      held.bind();
      own.bind();
    },
    unbind: () => {
      if (!isAlone) held.unbind();
      own.unbind();
    },
    dispose: async () => {
      await Promise.all([isAlone ? held.release() : held.leave(), own.dispose()]);
    },
    hold: () => (isAlone ? own.hold() : held.hold()),
  };
}

function separateServers(options: SeparateOptions): KernelServers {
  const { create, warmBoxes, apartBoxes, person, folderTurns, ...boxes } = options;
  const opened = new Set<BoxServer>();
  /** Boxes that an earlier process made, by scratch folder: kernels that were forked share one, and are recovered side by side. */
  const adopted = new Map<string, Promise<BoxServer | null>>();
  let isEnding = false;
  let keepsWarm = false;

  function keep(server: BoxServer): BoxServer {
    opened.add(server);
    if (isEnding) server.bind();
    return server;
  }

  async function open(start: StartKernelOptions): Promise<OpenedServer> {
    // If no box is forked, each has a seed of its own.
    const isApart = start.isApart && boxes.prepare !== null;
    const isKept = start.kernelName === WARM_KERNEL && !start.network;
    const warm = isKept ? await (isApart ? apartBoxes : warmBoxes).take(start.workspace) : null;
    if (isApart && isKept) keepWarmApart();
    return { server: keep(warm?.server ?? create(start)), warm };
  }

  async function adoptBox(survivor: SurvivingServer, start: StartKernelOptions): Promise<BoxServer | null> {
    const recovered = await recoverServer(survivor, [start.network ? 'box-online' : 'box']);
    if (!recovered) return null;
    const server = keep(create(start, recovered));
    // Before that, nobody can hold it. Whoever connects next hears what is wrong.
    await server.connect().catch(() => {});
    return server;
  }

  function keepWarmApart(): void {
    if (keepsWarm && !isEnding) apartBoxes.keep('soon');
  }

  async function close(server: JupyterServer): Promise<void> {
    await server.dispose();
    for (const each of opened) if (each === server) opened.delete(each);
  }

  return {
    areShared: false,
    open,
    fork: async (server, start) => {
      const held = [...opened].find((each) => each === server)?.hold();
      if (!held) return null;
      try {
        const folder = await held.addBranch(start.workspace, folderTurns);
        if (folder !== null) return { server: keep(joinBox(held, create(start), null)), folder };
      } catch (error) {
        await held.release();
        throw error;
      }
      await held.release();
      return null;
    },
    adopt: async (survivor, start) => {
      const key = survivor.scratch ?? '';
      const other = await adopted.get(key);
      const held = other?.hold();
      if (other && held) return keep(joinBox(held, create(start), other));
      const adopting = adoptBox(survivor, start);
      adopted.set(key, adopting);
      return adopting;
    },
    bind: () => {
      isEnding = true;
      void warmBoxes.dispose();
      void apartBoxes.dispose();
      for (const server of opened) server.bind();
    },
    close,
    // The specifications are read without a box, in which the kernel then starts.
    listSpecs: async () => listBoxKernels(person.kernelEnv, person.python),
    keepWarm: () => {
      keepsWarm = true;
      if (!boxes.prepare) return warmBoxes.keep('now');
      // A session that comes before that is not to wait for a box that waits.
      void boxes.prepare().then(() => isEnding || warmBoxes.keep('now'));
    },
    keepWarmApart,
    dispose: async () => {
      isEnding = true;
      await Promise.all([warmBoxes.dispose(), apartBoxes.dispose(), ...[...opened].map(close)]);
      await boxes.close();
    },
  };
}
