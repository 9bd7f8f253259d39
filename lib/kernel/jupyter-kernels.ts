/** Starts kernels on a Jupyter server: a private child process, or one that somebody else runs. */
import { join } from 'node:path';
import { AppError } from '../util/app-error.ts';
import { createJupyterApi, type JupyterAddress } from './jupyter-api.ts';
import { JupyterKernel } from './jupyter-kernel.ts';
import { createExternalServer, createLocalServer } from './jupyter-server.ts';
import type { KernelProvider } from './kernel.ts';
import { quietConsole } from './quiet-console.ts';

export interface JupyterKernelsOptions {
  /** Interpreter with jupyter-server and ipykernel, for the private server. */
  python: string;
  /** Folder that holds `kernels/`. */
  rootDir: string;
  /** Folder that holds the workspaces; created when missing. */
  workspacesDir: string;
  /** Environment of the private server and its kernels. Nothing is added but their own folders. */
  kernelEnv: Record<string, string>;
  /** A Jupyter server to use instead of a private one. */
  external: JupyterAddress | null;
}

/** Nothing is started before the first kernel or listing asks for it. */
export function createJupyterKernels(options: JupyterKernelsOptions): KernelProvider {
  const { python, rootDir, workspacesDir, kernelEnv, external } = options;
  const server = external
    ? createExternalServer(external)
    : createLocalServer({ python, scriptsDir: join(rootDir, 'kernels'), workspacesDir, kernelEnv });
  const kernels = new Set<Promise<JupyterKernel>>();
  const restoreConsole = quietConsole();
  let disposal: Promise<void> | null = null;

  async function dispose(): Promise<void> {
    const started = await Promise.allSettled(kernels);
    await Promise.all(started.map((each) => each.status === 'fulfilled' && each.value.dispose()));
    await server.dispose();
    restoreConsole();
  }

  return {
    start: async (start) => {
      if (disposal) throw new AppError('kernel-unavailable', 'Actbook is shutting down.');
      const starting: Promise<JupyterKernel> = JupyterKernel.start({
        ...start,
        connect: server.connect,
        onDisposed: () => kernels.delete(starting),
      });
      kernels.add(starting);
      starting.catch(() => kernels.delete(starting));
      return starting;
    },
    listSpecs: async () => createJupyterApi(await server.connect()).listSpecs(),
    dispose: () => {
      disposal ??= dispose();
      return disposal;
    },
  };
}
