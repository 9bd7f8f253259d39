import type { Survivor } from '../server/survivor.ts';
import type { JupyterAddress } from '../wire/jupyter-address.ts';
import type { LinkLoss } from './link-loss.ts';

export interface LinkOptions {
  address: JupyterAddress;
  kernelId: string;
  kernelName: string;
  onLost: (loss: LinkLoss) => void;
  /** Takes up the connection of a process that crashed. */
  before?: Pick<Survivor, 'clientId' | 'kernelSession' | 'execution'>;
}
