import type { Survivor } from '../server/survivor.ts';
import type { JupyterAddress } from '../wire/jupyter-address.ts';
import type { KernelLoss } from './kernel-loss.ts';

export interface LinkOptions {
  address: JupyterAddress;
  kernelId: string;
  kernelName: string;
  onLost: (loss: KernelLoss) => void;
  /** Resolves when the server has ended, to the reason if that is known: the kernel has ended with it. */
  exited: Promise<string | null>;
  /** Whether the server is about to end, and its end says why a process on it died. */
  isEnding?: (() => boolean) | undefined;
  /** Takes up the connection of a process that crashed. */
  before?: Pick<Survivor, 'clientId' | 'kernelSession' | 'execution'>;
}
