/** Where kernels find their Jupyter servers: each in a box of its own, all on one without, or on somebody else's. */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { type BoxLimits, defaultBoxLimits } from './box/box-limits.ts';
import { type BoxServer, createBoxServer } from './box/box-server.ts';
import { shareChildren } from './box/process-tree.ts';
import type { JupyterAddress } from './jupyter-address.ts';
import { createExternalServer, createLocalServer, type JupyterServer } from './jupyter-server.ts';
import type { StartKernelOptions } from './kernel.ts';
import { countWarmBoxes, createWarmBoxes, WARM_KERNEL, type WarmBox, type WarmBoxes } from './warm-boxes.ts';

export interface KernelServersOptions {
  /** Interpreter with jupyter-server and ipykernel, for our own servers. */
  python: string;
  /** Folder that holds `kernels/`. */
  rootDir: string;
  /** Folder that holds the workspaces; created when missing. */
  workspacesDir: string;
  /** Environment of a server without a box, and its kernels. Nothing is added but their own folders. */
  kernelEnv: Record<string, string>;
  /** A Jupyter server to use instead of our own. */
  external: JupyterAddress | null;
  /** `on` puts each kernel with its server into a box, `off` runs code with everything this process may do. */
  sandbox: 'on' | 'off';
  /** Limits of each box; fitted to this machine by default. */
  limits?: BoxLimits;
  /** How many boxes are kept ready once `keepWarm` was called; by default as many as fit the machine. */
  warmBoxes?: number;
}

interface OpenedServer {
  server: JupyterServer;
  /** With a kernel that is ready, when there is one. */
  warm: WarmBox | null;
}

export interface KernelServers {
  areShared: boolean;
  open(start: StartKernelOptions): Promise<OpenedServer>;
  /** To be called when the kernel of an opened server is no more. */
  close(server: JupyterServer): Promise<void>;
  /** A server without a kernel, for as long as `use` takes. */
  useAny<T>(use: (server: JupyterServer) => Promise<T>): Promise<T>;
  /** Starts what makes kernels quick before one is asked for, and keeps doing so. */
  keepWarm(): void;
  dispose(): Promise<void>;
}

export function createKernelServers({ external, sandbox, ...options }: KernelServersOptions): KernelServers {
  const scriptsDir = join(options.rootDir, 'kernels');
  if (external) return shareServer(createExternalServer(external));
  if (sandbox === 'off') return shareServer(createLocalServer({ ...options, scriptsDir }));
  const { python, kernelEnv, workspacesDir } = options;
  const count = options.warmBoxes ?? countWarmBoxes(totalmem(), availableParallelism());
  const limits = options.limits ?? defaultBoxLimits(totalmem());
  const boxOptions = { python, scriptsDir, limits, timeZone: kernelEnv.TZ, readChildren: shareChildren() };
  const create = (workspace: string, network: boolean) =>
    createBoxServer({ ...boxOptions, workspace, network });
  const warm = { count, workspacesDir, create: (folder: string) => create(folder, false) };
  return separateServers(create, createWarmBoxes(warm));
}

function shareServer(server: JupyterServer): KernelServers {
  return {
    areShared: true,
    open: async () => ({ server, warm: null }),
    close: async () => {},
    useAny: (use) => use(server),
    // What is in its way is told to the first session.
    keepWarm: () => void server.connect().catch(() => {}),
    dispose: server.dispose,
  };
}

function separateServers(
  create: (workspace: string, network: boolean) => BoxServer,
  warmBoxes: WarmBoxes,
): KernelServers {
  const opened = new Set<JupyterServer>();

  async function open({ kernelName, workspace, network = false }: StartKernelOptions): Promise<OpenedServer> {
    const isKept = kernelName === WARM_KERNEL && !network;
    const warm = isKept ? await warmBoxes.take(workspace) : null;
    const server = warm?.server ?? create(workspace, network);
    opened.add(server);
    return { server, warm };
  }

  async function close(server: JupyterServer): Promise<void> {
    await server.dispose();
    opened.delete(server);
  }

  return {
    areShared: false,
    open,
    close,
    useAny: async (use) => {
      const workspace = await mkdtemp(join(tmpdir(), 'actbook-'));
      const server = create(workspace, false);
      opened.add(server);
      try {
        return await use(server);
      } finally {
        await close(server);
        await rm(workspace, { recursive: true, force: true });
      }
    },
    keepWarm: warmBoxes.keep,
    dispose: async () => {
      await Promise.all([warmBoxes.dispose(), ...[...opened].map(close)]);
    },
  };
}
