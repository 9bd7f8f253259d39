/** Starts kernels on Jupyter servers: in a box for each, on one shared server without, or on someone else's. */
import { AppError } from '../util/app-error.ts';
import { orAborted } from '../util/or-aborted.ts';
import { JupyterKernel } from './jupyter-kernel.ts';
import type { JupyterKernelOptions } from './jupyter-kernel-options.ts';
import type { Kernel, KernelProvider, StartKernelOptions } from './kernel.ts';
import { createPackageLayers } from './packages/package-layers.ts';
import { explainMissing, explainObstacles } from './pool/explain-obstacles.ts';
import { createKernelServers, type KernelServers, type KernelServersOptions } from './pool/kernel-servers.ts';
import type { JupyterServer } from './server/jupyter-server.ts';
import { createSurvivors, type Survivors } from './server/survivor.ts';
import { createJupyterApi } from './wire/jupyter-api.ts';
import { quietConsole } from './wire/quiet-console.ts';

export type JupyterKernelsOptions = KernelServersOptions;

type Create = (options: JupyterKernelOptions) => Promise<JupyterKernel>;

interface Beginning {
  server: JupyterServer;
  start: StartKernelOptions;
  forget: () => void;
  create: Create;
}

interface KernelPlaceOnServer {
  kernel: JupyterKernel;
  server: JupyterServer;
}

const KERNEL_ENDED = 'its end';

/** Nothing is started before the first kernel or listing asks for it. */
export function createJupyterKernels(options: JupyterKernelsOptions): KernelProvider {
  const servers = createKernelServers(options);
  /** A server of ours: what starts on it ends with it. A box ends when its start is given up. */
  const isServerShared = servers.areShared && !options.external;
  const kernels = new Set<Promise<JupyterKernel>>();
  /** Where each kernel is that may be forked. */
  const places = new Map<Kernel, KernelPlaceOnServer>();
  /** Servers of kernels that are still starting. */
  const starting = new Set<JupyterServer>();
  const stopping = new AbortController();
  const restoreConsole = quietConsole();
  let disposal: Promise<void> | null = null;
  const survivors = createSurvivors(options.survivorsDir ?? null);

  function keep(start: (forget: () => void) => Promise<JupyterKernel>): Promise<JupyterKernel> {
    const forget = () => kernels.delete(kernel);
    const kernel = start(forget);
    kernels.add(kernel);
    kernel.catch(forget);
    return kernel;
  }

  const begin = (beginning: Beginning) => beginKernel({ servers, survivors, starting, places }, beginning);

  async function startKernel(start: StartKernelOptions, forget: () => void): Promise<JupyterKernel> {
    const { server, warm } = await servers.open(start);
    const create: Create = (own) => {
      const kernel = JupyterKernel.start({ ...own, warm });
      return isServerShared ? orGivenUp(kernel, stopping.signal) : kernel;
    };
    return begin({ server, start, forget, create });
  }

  async function recover(start: StartKernelOptions & { name: string }): Promise<JupyterKernel | null> {
    const survivor = survivors.read(start.name);
    const server = survivor && (await servers.adopt(survivor.server, start));
    if (!survivor || !server) {
      survivors.remove(start.name);
      return null;
    }
    // What does not answer as it should is gone, to us.
    const create: Create = (own) => JupyterKernel.recover(own, survivor);
    return keep((forget) => begin({ server, start, forget, create })).catch(() => {
      // A kernel on a shared server would run on, with nobody to end it.
      const end = async () => createJupyterApi(await server.connect()).shutdownKernel(survivor.kernelId);
      if (servers.areShared) void end().catch(() => {});
      return null;
    });
  }

  function findJupyterKernel(kernel: Kernel): JupyterKernel {
    const place = places.get(kernel);
    if (!place) throw new AppError('conflict', explainMissing([KERNEL_ENDED]));
    return place.kernel;
  }

  async function fork(parent: Kernel, start: StartKernelOptions, beforeCellId?: string): Promise<Kernel> {
    const { kernel, server, folder } = await openFork(places.get(parent), servers, start, beforeCellId);
    const create: Create = (own) => JupyterKernel.fork(own, kernel, folder, beforeCellId);
    return keep((forget) => begin({ server, start, forget, create }));
  }

  function stopStarting(): void {
    stopping.abort();
    servers.bind();
    // A shared server may have other kernels.
    if (!servers.areShared) for (const server of starting) void server.dispose();
  }

  async function dispose(): Promise<void> {
    stopStarting();
    const started = await Promise.allSettled(kernels);
    await Promise.all(started.map((each) => each.status === 'fulfilled' && each.value.dispose()));
    await servers.dispose();
    restoreConsole();
  }

  return {
    start: async (start) => {
      if (stopping.signal.aborted) throw toStopping();
      return keep((forget) => startKernel(start, forget));
    },
    startBeside: (kernel) => startBeside(places, kernel),
    replace: async (kernel, beside, reason) =>
      findJupyterKernel(kernel).takeOver(findJupyterKernel(beside), reason),
    recover: async (start) => (stopping.signal.aborted ? null : recover(start)),
    forks: {
      fork: async (kernel, ...wanted) => {
        if (stopping.signal.aborted) throw toStopping();
        return fork(kernel, ...wanted);
      },
      explainRefusal: async (kernel) => {
        const obstacles = (await places.get(kernel)?.kernel.findForkObstacles()) ?? [KERNEL_ENDED];
        return obstacles.length > 0 ? explainObstacles(obstacles) : null;
      },
      listCheckpoints: async (kernel) => findJupyterKernel(kernel).listCheckpoints(),
      wake: async (kernel, ...wanted) => findJupyterKernel(kernel).wake(...wanted),
    },
    packages: options.external ? undefined : createPackageLayers(options),
    listSurvivors: survivors.list,
    stopStarting,
    keepWarm: () => {
      if (!stopping.signal.aborted) servers.keepWarm();
    },
    keepWarmApart: () => {
      if (!stopping.signal.aborted) servers.keepWarmApart();
    },
    listSpecs: servers.listSpecs,
    dispose: () => {
      disposal ??= dispose();
      return disposal;
    },
  };
}

interface BeginDeps {
  servers: KernelServers;
  survivors: Survivors;
  starting: Set<JupyterServer>;
  places: Map<Kernel, KernelPlaceOnServer>;
}

async function beginKernel(
  { servers, survivors, starting, places }: BeginDeps,
  { server, start, forget, create }: Beginning,
): Promise<JupyterKernel> {
  let [name, kernelId] = [start.name ?? '', ''];
  starting.add(server);
  try {
    const kernel = await create({
      ...start,
      connect: server.connect,
      endServer: servers.areShared ? null : server.dispose,
      onChange: (survivor) => {
        const isSaved = survivors.save(name, survivor);
        // Until then it ends with this process: nobody would find it.
        if (isSaved && survivor.kernelId !== kernelId) server.unbind();
        if (isSaved) kernelId = survivor.kernelId;
      },
      onMove: async (place) => {
        survivors.remove(name);
        ({ name } = place);
        await server.moveTo?.(place.workspace);
      },
      onDisposed: async () => {
        forget();
        places.delete(kernel);
        // A process that took the session over keeps its own under this name.
        if (survivors.read(name)?.kernelId === kernelId) survivors.remove(name);
        await servers.close(server);
      },
    });
    places.set(kernel, { kernel, server });
    return kernel;
  } catch (error) {
    survivors.remove(name);
    await servers.close(server);
    throw error;
  } finally {
    starting.delete(server);
  }
}

/** Only the one that it is beside is found by a later process, ends the server, and is counted among its kernels. */
async function startBeside(places: Map<Kernel, KernelPlaceOnServer>, kernel: Kernel): Promise<Kernel> {
  const place = places.get(kernel);
  if (!place) throw new AppError('kernel-unavailable', 'The kernel has ended.');
  const beside = await place.kernel.startBeside({
    warm: null,
    endServer: null,
    onChange: () => {},
    onMove: async () => {},
    onDisposed: async () => void places.delete(beside),
  });
  places.set(beside, { ...place, kernel: beside });
  return beside;
}

async function openFork(
  place: KernelPlaceOnServer | undefined,
  servers: KernelServers,
  start: StartKernelOptions,
  beforeCellId: string | undefined,
) {
  if (!place) throw new AppError('conflict', explainObstacles([KERNEL_ENDED]));
  // What it was before a cell is a fork already.
  const obstacles = beforeCellId === undefined ? await place.kernel.findForkObstacles() : [];
  if (obstacles.length > 0) throw new AppError('conflict', explainObstacles(obstacles));
  const forked = await servers.fork(place.server, start);
  if (!forked) throw new AppError('conflict', explainObstacles(['its other branches, which are too many']));
  return { kernel: place.kernel, ...forked };
}

async function orGivenUp(starting: Promise<JupyterKernel>, stopping: AbortSignal): Promise<JupyterKernel> {
  const kernel = await orAborted(starting, stopping);
  if (kernel) return kernel;
  void starting.then(
    (late) => late.dispose(),
    () => {},
  );
  throw toStopping();
}

function toStopping(): AppError {
  return new AppError('kernel-unavailable', 'Actbook is shutting down.');
}
