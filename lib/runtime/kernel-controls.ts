/** What a person does with kernels, besides asking for runs. */
import type { Session } from '../session/session.ts';
import { AppError } from '../util/app-error.ts';
import type { EventWriter } from './event-writer.ts';
import type { RunDriver } from './run-driver.ts';
import type { SessionKernels } from './session-kernels.ts';

export interface KernelControls {
  controlKernel(sessionId: string, action: 'interrupt' | 'restart'): Promise<void>;
  /**
   * Allows the network to the session's code, or takes that back. Ends its run and its kernel, whose variables
   * are lost: the next kernel obeys.
   */
  allowNetwork(sessionId: string, isAllowed: boolean): Promise<void>;
  /** Ends all runs and kernels; the next run in a session starts a new one. */
  closeKernels(reason: string): Promise<void>;
}

export interface KernelControlsDeps {
  kernels: SessionKernels;
  driver: RunDriver;
  readSession(sessionId: string): Promise<Session>;
  writerOf(sessionId: string): EventWriter;
}

export function createKernelControls({
  kernels,
  driver,
  readSession,
  writerOf,
}: KernelControlsDeps): KernelControls {
  return {
    controlKernel: async (sessionId, action) => {
      const kernel = await kernels.find(sessionId);
      if (!kernel) throw new AppError('conflict', 'No kernel is running in this session.');
      if (action === 'interrupt') return kernel.interrupt();
      await driver.cancelSession(sessionId);
      await kernel.restart('You restarted the kernel, so its variables are gone.');
    },
    allowNetwork: async (sessionId, isAllowed) => {
      if ((await readSession(sessionId)).isNetworkAllowed === isAllowed) return;
      await driver.cancelSession(sessionId);
      await writerOf(sessionId).write({ type: 'network-change', isAllowed });
      await kernels.close(sessionId, isAllowed ? NETWORK_ALLOWED : NETWORK_CLOSED);
    },
    closeKernels: async (reason) => {
      await driver.cancelAll();
      await kernels.closeAll(reason);
    },
  };
}

const NETWORK_ALLOWED = 'You allowed the network, so the kernel starts anew: its variables are gone.';
const NETWORK_CLOSED = 'You took the network back, so the kernel starts anew: its variables are gone.';
