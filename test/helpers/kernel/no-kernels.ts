/** For tests of what needs no kernel: starting one fails. */
import type { KernelProvider } from '../../../lib/kernel/kernel.ts';

const none = async () => {
  throw new Error('No kernel is needed here.');
};
export const NO_KERNELS: KernelProvider = {
  start: none,
  startBeside: none,
  replace: none,
  recover: none,
  forks: { explainRefusal: none, fork: none, listCheckpoints: none, wake: none },
  listSpecs: async () => [],
  listSurvivors: () => [],
  stopStarting: () => {},
  keepWarm: () => {},
  keepWarmApart: () => {},
  dispose: async () => {},
};
