/** Starts kernels on Jupyter servers: in a box for each, on one shared server without, or on somebody else's. */
import { AppError } from '../util/app-error.ts';
import { createJupyterApi } from './jupyter-api.ts';
import { JupyterKernel } from './jupyter-kernel.ts';
import type { KernelProvider, StartKernelOptions } from './kernel.ts';
import { createKernelServers, type KernelServersOptions } from './kernel-servers.ts';
import { quietConsole } from './quiet-console.ts';

export type JupyterKernelsOptions = KernelServersOptions;

/** Nothing is started before the first kernel or listing asks for it. */
export function createJupyterKernels(options: JupyterKernelsOptions): KernelProvider {
  const servers = createKernelServers(options);
  const kernels = new Set<Promise<JupyterKernel>>();
  const restoreConsole = quietConsole();
  let disposal: Promise<void> | null = null;

  async function startKernel(start: StartKernelOptions, forget: () => void): Promise<JupyterKernel> {
    const { server, warm } = await servers.open(start);
    try {
      return await JupyterKernel.start({
        ...start,
        connect: server.connect,
        endServer: servers.areShared ? null : server.dispose,
        warm,
        onDisposed: async () => {
          forget();
          await servers.close(server);
        },
      });
    } catch (error) {
      await servers.close(server);
      throw error;
    }
  }

  async function dispose(): Promise<void> {
    const started = await Promise.allSettled(kernels);
    await Promise.all(started.map((each) => each.status === 'fulfilled' && each.value.dispose()));
    await servers.dispose();
    restoreConsole();
  }

  return {
    start: async (start) => {
      if (disposal) throw new AppError('kernel-unavailable', 'Actbook is shutting down.');
      const starting = startKernel(start, () => kernels.delete(starting));
      kernels.add(starting);
      starting.catch(() => kernels.delete(starting));
      return starting;
    },
    keepWarm: () => {
      if (!disposal) servers.keepWarm();
    },
    listSpecs: () => servers.useAny(async (server) => createJupyterApi(await server.connect()).listSpecs()),
    dispose: () => {
      disposal ??= dispose();
      return disposal;
    },
  };
}
