/** Where code runs: in boxes, and without one only where the user agreed to that. */
import { createJupyterKernels, type JupyterKernelsOptions } from '../kernel/jupyter-kernels.ts';
import type { KernelProvider } from '../kernel/kernel.ts';
import type { Sandbox } from './create-sandbox.ts';

/** Kernels in boxes, and without one only while none can be made and the user's consent stands. */
export function createKernels(options: JupyterKernelsOptions, sandbox: Sandbox): KernelProvider {
  const kernels = createJupyterKernels(options);
  if (options.sandbox === 'off' || options.external) return kernels;
  let unboxed: KernelProvider | null = null;

  async function choose(): Promise<KernelProvider> {
    const { isolation, error } = await sandbox.check();
    if (isolation === null && error) throw error;
    if (isolation !== 'none') return kernels;
    unboxed ??= createJupyterKernels({ ...options, sandbox: 'off' });
    return unboxed;
  }

  return {
    start: async (start) => (await choose()).start(start),
    startBeside: async (kernel) => (await choose()).startBeside(kernel),
    replace: async (kernel, ...wanted) => (await choose()).replace(kernel, ...wanted),
    recover: async (start) => (await choose()).recover(start),
    forks: {
      explainRefusal: async (kernel) => (await choose()).forks.explainRefusal(kernel),
      fork: async (kernel, ...wanted) => (await choose()).forks.fork(kernel, ...wanted),
      listCheckpoints: async (kernel) => (await choose()).forks.listCheckpoints(kernel),
      wake: async (kernel, ...wanted) => (await choose()).forks.wake(kernel, ...wanted),
    },
    packages: kernels.packages,
    listSurvivors: kernels.listSurvivors,
    stopStarting: () => {
      unboxed?.stopStarting();
      kernels.stopStarting();
    },
    listSpecs: async () => (await choose()).listSpecs(),
    // If code cannot be isolated, nothing is started before the user has agreed.
    keepWarm: () => {
      void sandbox
        .check()
        .then(({ isolation }) => isolation === 'box' && kernels.keepWarm())
        .catch(() => {});
    },
    keepWarmApart: kernels.keepWarmApart,
    dispose: async () => {
      await unboxed?.dispose();
      await kernels.dispose();
    },
  };
}
