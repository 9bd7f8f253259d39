/** What a person does with kernels, besides asking for runs. */
import type { KernelAction } from '../protocol/kernel-action.ts';
import { findCell, type Session } from '../session/session.ts';
import { AppError } from '../util/app-error.ts';
import { assertNever } from '../util/assert-never.ts';
import type { CellRunner } from './cell-runner.ts';
import type { EventWriter } from './event-writer.ts';
import type { Rebuilder } from './rebuilder.ts';
import type { RunDriver } from './run-driver.ts';
import type { SessionKernels } from './session-kernels.ts';

export interface KernelControls {
  /**
   * Throws AppError `conflict` where there is no kernel, cell or code to do it to, or a run in its way. A rebuild
   * goes on after this has returned.
   */
  controlKernel(sessionId: string, action: KernelAction): Promise<void>;
  /** Ends the session's run, rebuild or cell. */
  endWork(sessionId: string): Promise<void>;
  /**
   * Allows the network to the session's code, or takes that back. Ends its run and its kernel, whose variables
   * are lost: the next kernel obeys. Throws AppError `conflict` when another process has the kernel.
   */
  allowNetwork(sessionId: string, isAllowed: boolean): Promise<void>;
  /** Ends all runs and kernels; the next run in a session starts a new one. */
  closeKernels(reason: string): Promise<void>;
}

export interface KernelControlsDeps {
  kernels: SessionKernels;
  driver: RunDriver;
  rebuilder: Rebuilder;
  cells: CellRunner;
  readSession(sessionId: string): Promise<Session>;
  writerOf(sessionId: string): EventWriter;
}

export function createKernelControls(deps: KernelControlsDeps): KernelControls {
  const { kernels, driver, rebuilder, cells, readSession, writerOf } = deps;

  async function endWork(sessionId: string): Promise<void> {
    await Promise.all([driver.cancelSession(sessionId), rebuilder.stop(sessionId), cells.stop(sessionId)]);
  }

  async function controlKernel(sessionId: string, request: KernelAction): Promise<void> {
    await cells.settle(sessionId);
    if (request.action === 'rebuild') return rebuilder.start(sessionId);
    if (
      request.action === 'interrupt' &&
      ((await rebuilder.stop(sessionId)) || (await cells.stop(sessionId)))
    )
      return;
    const kernel = await kernels.find(sessionId);
    if (!kernel) throw new AppError('conflict', 'No kernel is running in this session.');
    switch (request.action) {
      case 'interrupt':
        return kernel.interrupt();
      case 'extend': {
        const cell = findCell(await readSession(sessionId), request.cellId);
        const isExtended = cell?.status === 'running' && kernel.extend(request.byMs);
        if (!isExtended) throw new AppError('conflict', 'This cell is not running any more.');
        return;
      }
      case 'restart':
        await endWork(sessionId);
        return kernel.restart('You restarted the kernel, so its variables are gone.');
      default:
        assertNever(request);
    }
  }

  return {
    controlKernel,
    endWork,
    allowNetwork: async (sessionId, isAllowed) => {
      if ((await readSession(sessionId)).isNetworkAllowed === isAllowed) return;
      await endWork(sessionId);
      await kernels.requireOwn(sessionId);
      await writerOf(sessionId).write({ type: 'network-change', isAllowed });
      await kernels.close(sessionId, NETWORK_CHANGED);
    },
    closeKernels: async (reason) => {
      await Promise.all([driver.cancelAll(), rebuilder.stopAll(), cells.stopAll()]);
      await kernels.closeAll(reason);
    },
  };
}

/** Holds for both ways: without a kernel the second change writes nothing. */
const NETWORK_CHANGED =
  'You changed whether code may use the network, so the kernel starts anew: its variables are gone.';
