/** Starts kernels on Jupyter servers: in a box for each, on one shared server without, or on somebody else's. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../util/app-error.ts';
import { type BoxLimits, defaultBoxLimits } from './box/box-limits.ts';
import { createBoxServer } from './box/box-server.ts';
import type { JupyterAddress } from './jupyter-address.ts';
import { createJupyterApi } from './jupyter-api.ts';
import { JupyterKernel } from './jupyter-kernel.ts';
import { createExternalServer, createLocalServer, type JupyterServer } from './jupyter-server.ts';
import type { KernelProvider } from './kernel.ts';
import { quietConsole } from './quiet-console.ts';

export interface JupyterKernelsOptions {
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
}

/** Nothing is started before the first kernel or listing asks for it. */
export function createJupyterKernels(options: JupyterKernelsOptions): KernelProvider {
  const servers = createServers(options);
  const kernels = new Set<Promise<JupyterKernel>>();
  const restoreConsole = quietConsole();
  let disposal: Promise<void> | null = null;

  async function dispose(): Promise<void> {
    const started = await Promise.allSettled(kernels);
    await Promise.all(started.map((each) => each.status === 'fulfilled' && each.value.dispose()));
    await servers.dispose();
    restoreConsole();
  }

  return {
    start: async (start) => {
      if (disposal) throw new AppError('kernel-unavailable', 'Actbook is shutting down.');
      const server = servers.open(start.workspace, start.network ?? false);
      const starting: Promise<JupyterKernel> = JupyterKernel.start({
        ...start,
        connect: server.connect,
        endServer: servers.areShared ? null : server.dispose,
        onDisposed: async () => {
          kernels.delete(starting);
          await servers.close(server);
        },
      });
      kernels.add(starting);
      starting.catch(() => {
        kernels.delete(starting);
        return servers.close(server);
      });
      return starting;
    },
    listSpecs: () => servers.useAny(async (server) => createJupyterApi(await server.connect()).listSpecs()),
    dispose: () => {
      disposal ??= dispose();
      return disposal;
    },
  };
}

/** Where kernels find their servers: all share one, or each has its own. */
interface Servers {
  areShared: boolean;
  open(workspace: string, network: boolean): JupyterServer;
  /** To be called when the kernel of an opened server is no more. */
  close(server: JupyterServer): Promise<void>;
  /** A server without a kernel, for as long as `use` takes. */
  useAny<T>(use: (server: JupyterServer) => Promise<T>): Promise<T>;
  dispose(): Promise<void>;
}

function createServers({ external, sandbox, ...options }: JupyterKernelsOptions): Servers {
  const scriptsDir = join(options.rootDir, 'kernels');
  if (external) return shareServer(createExternalServer(external));
  if (sandbox === 'off') return shareServer(createLocalServer({ ...options, scriptsDir }));
  const { python, kernelEnv, limits = defaultBoxLimits(totalmem()) } = options;
  return separateServers((workspace, network) =>
    createBoxServer({ python, scriptsDir, workspace, limits, network, timeZone: kernelEnv.TZ }),
  );
}

function shareServer(server: JupyterServer): Servers {
  return {
    areShared: true,
    open: () => server,
    close: async () => {},
    useAny: (use) => use(server),
    dispose: server.dispose,
  };
}

function separateServers(create: (workspace: string, network: boolean) => JupyterServer): Servers {
  const opened = new Set<JupyterServer>();

  function open(workspace: string, network: boolean): JupyterServer {
    const server = create(workspace, network);
    opened.add(server);
    return server;
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
      const server = open(workspace, false);
      try {
        return await use(server);
      } finally {
        await close(server);
        await rm(workspace, { recursive: true, force: true });
      }
    },
    dispose: async () => {
      await Promise.all([...opened].map(close));
    },
  };
}
