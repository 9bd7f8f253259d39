import type { KernelPlace } from './kernel.ts';
import type { KernelProcessOptions } from './pool/kernel-process.ts';
import type { WarmBox } from './pool/warm-boxes.ts';
import type { Survivor } from './server/survivor.ts';

export interface JupyterKernelOptions extends KernelProcessOptions {
  /** Called with what a later process needs to recover this kernel, whenever that changes. */
  onChange: (survivor: Survivor) => void;
  /** Ends the server, so that the next `connect` starts another; null when other kernels use it too. */
  endServer: (() => Promise<void>) | null;
  /** Called when the kernel has another place, before `onChange`. */
  onMove: (place: KernelPlace) => Promise<void>;
  /** A process that is ready already, to begin with. */
  warm?: WarmBox | null;
  /** Called when the kernel is shut down; `dispose` waits for it. */
  onDisposed: () => Promise<void>;
}
