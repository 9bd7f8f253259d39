/** Keeps the packages of sessions importable in their kernels, whichever process a kernel has. */
import { applyLayer } from '../../execution/apply-layer.ts';
import type { Kernel, KernelProvider } from '../../kernel/kernel.ts';
import type { LoadedPackage } from '../../protocol/kernel/session-packages.ts';
import { AppError, toMessage } from '../../util/app-error.ts';
import type { SessionLogs } from '../events/session-logs.ts';

export interface LayerKeeper {
  /**
   * Makes what the session has now importable in the kernel, before code runs there. Packages whose folder is gone are installed
   * again. Resolves to those that are imported already in another version. Throws AppError `kernel-unavailable` when some cannot
   * be had, and `conflict` in a kernel that cannot have any.
   */
  apply(sessionId: string, kernel: Kernel, signal?: AbortSignal): Promise<LoadedPackage[]>;
  /** The kernel has another process, or may. */
  forget(kernel: Kernel): void;
}

export function createLayerKeeper(
  logs: Pick<SessionLogs, 'readSession'>,
  { packages: layers }: Pick<KernelProvider, 'packages'>,
): LayerKeeper {
  /** The versions that the process of each kernel has. */
  const used = new WeakMap<Kernel, string>();
  return {
    apply: async (sessionId, kernel, signal) => {
      const { packages } = await logs.readSession(sessionId);
      if (!packages) return [];
      const wanted = JSON.stringify(packages.packages);
      if (used.get(kernel) === wanted) return [];
      const layer = await layers?.open(packages.packages, { signal }).catch((error: unknown) => {
        const names = packages.packages.map(({ name, version }) => `${name} ${version}`).join(', ');
        const lost = `The packages of this notebook (${names}) could not be installed again. ${toMessage(error)}`;
        throw new AppError('kernel-unavailable', lost, { cause: error });
      });
      const loaded = await applyLayer(kernel, layers, layer ?? { name: '', packages: [] });
      used.set(kernel, wanted);
      return loaded;
    },
    forget: (kernel) => used.delete(kernel),
  };
}
