/** The port for kernels that are forked while they live, beside the kernel port. Implementation: lib/kernel/jupyter-kernels.ts. */
import type { Kernel, StartKernelOptions } from './kernel.ts';

export interface KernelForks {
  /**
   * Resolves to what keeps the kernel from being forked now, each as a part of a sentence, such as `the thread “worker”`; empty
   * where a fork is as good as the kernel itself. Nothing is forked, and nothing that code can see changes.
   */
  findObstacles(kernel: Kernel): Promise<string[]>;
  /**
   * Resolves to another kernel with all that this one has in its memory: variables, imports, random state. It works in `workspace`,
   * and both go on independently; started again, it begins anew in a place of its own. Throws AppError `conflict` with a sentence that
   * names the obstacles; this kernel then is as it was.
   */
  fork(kernel: Kernel, options: StartKernelOptions): Promise<Kernel>;
}

/** A sentence for users. */
export function explainObstacles(obstacles: readonly string[]): string {
  return `This kernel cannot be branched with its variables because of ${new Intl.ListFormat('en').format(obstacles)}.`;
}
