/** What can be done with the kernels of sessions, besides running code for the notebook. */
import { setTimeout } from 'node:timers/promises';
import type { Kernel, KernelProvider, LayerOptions } from '../kernel/kernel.ts';
import type { CodeQuestion, CodeReply } from '../protocol/kernel/code-help.ts';
import type { KernelAction } from '../protocol/kernel/kernel-action.ts';
import type { PackageChange, PackagesReply } from '../protocol/kernel/session-packages.ts';
import type { CheckpointsReply, TakeBack } from '../protocol/kernel/take-back.ts';
import type { WidgetMessage, WidgetReply } from '../protocol/kernel/widget-message.ts';
import { findCell } from '../session/session.ts';
import { AppError } from '../util/app-error.ts';
import { assertNever } from '../util/assert-never.ts';
import { PATIENT_STOP } from '../util/patient-stop.ts';
import type { CellRunner } from './cells/cell-runner.ts';
import { listCheckpoints, planTakeBack, takeBack } from './cells/take-back.ts';
import { createKernelTables, type KernelTables } from './kernels/kernel-tables.ts';
import { sendToWidget } from './kernels/send-to-widget.ts';
import { startRebuild } from './kernels/start-rebuild.ts';
import type { OwnWorkbench } from './kernels/workbench.ts';

export interface KernelControls extends KernelTables {
  /**
   * Throws AppError `conflict` where there is no kernel, cell or code to do it to, or a run in its way. A rebuild
   * continues after this has returned.
   */
  control(sessionId: string, action: KernelAction): Promise<void>;
  /** What the kernel was before cells, as far as it keeps that. Throws AppError `not-found`. */
  listCheckpoints(sessionId: string): Promise<CheckpointsReply>;
  /** See `planTakeBack`. */
  planTakeBack(sessionId: string, cellId: string): Promise<TakeBack>;
  /** See `takeBack`. Cells that run again continue after this has returned. */
  takeBack(sessionId: string, cellId: string): Promise<TakeBack>;
  /** Ends the session's run, rebuild or cell. */
  endWork(sessionId: string): Promise<void>;
  /**
   * Allows the network to the session's code, or takes that back. Ends its run and its kernel, whose variables
   * are lost: the next kernel obeys. Throws AppError `conflict` when another process has the kernel.
   */
  allowNetwork(sessionId: string, isAllowed: boolean): Promise<void>;
  /** See {@link PackageDesk.change}. */
  changePackages(sessionId: string, change: PackageChange, options?: LayerOptions): Promise<PackagesReply>;
  /** Ends the session's kernel, if it has one; its variables are lost, for this reason. */
  close(sessionId: string, reason: string): Promise<void>;
  /** Ends all runs and kernels; the next run in a session starts a new one. */
  closeAll(reason: string): Promise<void>;
  /** Resolves when the session's rebuild has ended and its last event is stored. */
  waitForRebuild(sessionId: string): Promise<void>;
  /** The kernels that sessions can have. Throws AppError `kernel-unavailable`. */
  listSpecs(): ReturnType<KernelProvider['listSpecs']>;
  /** Asks the session's kernel about code; at once, and nothing of it is logged. Throws AppError `not-found`. */
  ask(sessionId: string, question: CodeQuestion): Promise<CodeReply>;
  /**
   * Tells a widget what the user did to it; resolves when its callbacks have ended and the log has what they changed. Throws AppError `conflict` when the
   * widget or its kernel is gone, or a callback failed.
   */
  sendToWidget(sessionId: string, modelId: string, message: WidgetMessage): Promise<WidgetReply>;
}

type Interrupt = Extract<KernelAction, { action: 'interrupt' }>;

const NOT_RUNNING = 'This cell is not running.';
const NO_LIMIT = 'This cell has no time limit that can be extended.';

export function createKernelControls(bench: OwnWorkbench, cells: CellRunner): KernelControls {
  const { logs, work, kernels, provider, by } = bench;
  const { readSession } = logs;

  async function endWork(sessionId: string): Promise<void> {
    // Otherwise, what waits would run once this has ended. A log that takes nothing must not keep anything running.
    await cells.takeOutAll(sessionId, 'stop', by).catch(() => {});
    kernels.insist(sessionId);
    await work.stop(sessionId);
  }

  /**
   * Resolves to whether there was anything but a run to stop, when it has ended or does not react. As in Jupyter, what
   * waits does not run after it.
   */
  async function interrupt(sessionId: string, { keepWaiting = false, cellId }: Interrupt): Promise<boolean> {
    if (cellId !== undefined) await requireRunning(sessionId, cellId);
    if (!keepWaiting) await cells.takeOutAll(sessionId, 'stop', by);
    // What was stopped already, and does not react, is interrupted again.
    if (await isStuck(sessionId)) return false;
    if (await work.stop(sessionId, 'rebuild')) return true;
    if (keepWaiting) return cells.stopCell(sessionId, cellId);
    const isStopping = setTimeout(STOPPING_MS, true, { ref: false });
    return Promise.race([work.stop(sessionId, 'cells', PATIENT_STOP), isStopping]);
  }

  async function requireRunning(sessionId: string, cellId: string): Promise<void> {
    const cell = findCell(await readSession(sessionId), cellId);
    if (cell?.status !== 'running') throw new AppError('conflict', NOT_RUNNING);
  }

  async function isStuck(sessionId: string): Promise<boolean> {
    const { cells: known } = await readSession(sessionId);
    return known.some(({ status, unresponsiveAt }) => status === 'running' && unresponsiveAt !== undefined);
  }

  async function restart(sessionId: string, kernel: Kernel): Promise<void> {
    const wasStuck = await isStuck(sessionId);
    const ended = endWork(sessionId);
    // What does not react ends with its process.
    if (!wasStuck) await ended;
    await kernel.restart('You restarted the kernel, so its variables were lost.');
    await ended;
  }

  async function control(sessionId: string, request: KernelAction): Promise<void> {
    await cells.settle(sessionId);
    if (request.action === 'rebuild') return startRebuild(bench, sessionId);
    if (request.action === 'interrupt' && (await interrupt(sessionId, request))) return;
    const kernel = await kernels.find(sessionId);
    if (!kernel) throw new AppError('conflict', 'No kernel is running in this session.');
    switch (request.action) {
      case 'interrupt':
        return kernel.interrupt();
      case 'extend': {
        await requireRunning(sessionId, request.cellId);
        if (!kernel.extend(request.byMs)) throw new AppError('conflict', NO_LIMIT);
        return;
      }
      case 'restart':
        return restart(sessionId, kernel);
      default:
        assertNever(request);
    }
  }

  return {
    control,
    listCheckpoints: (sessionId) => listCheckpoints(bench, sessionId),
    planTakeBack: (...wanted) => planTakeBack(bench, ...wanted),
    takeBack: async (sessionId, cellId) => {
      await cells.settle(sessionId);
      return takeBack(bench, sessionId, cellId);
    },
    endWork,
    allowNetwork: async (sessionId, isAllowed) => {
      if ((await readSession(sessionId)).isNetworkAllowed === isAllowed) return;
      await endWork(sessionId);
      await kernels.requireOwn(sessionId);
      await logs.writerOf(sessionId, by).write({ type: 'network-change', isAllowed });
      await kernels.close(sessionId, NETWORK_CHANGED);
    },
    changePackages: (sessionId, change, options) =>
      bench.packages.change(sessionId, change, { ...options, by }),
    close: (sessionId, reason) => kernels.close(sessionId, reason),
    closeAll: async (reason) => {
      kernels.insist(null);
      const stop = (['ways', 'run', 'rebuild'] as const).map((kind) => work.stop(null, kind));
      await Promise.all([cells.close(), ...stop]);
      await kernels.closeAll(reason);
    },
    waitForRebuild: (sessionId) => work.wait(sessionId, 'rebuild'),
    listSpecs: () => provider.listSpecs(),
    ask: async (sessionId, question) => {
      const kernel = await kernels.findReady(sessionId);
      if (!kernel) {
        await readSession(sessionId);
        return { status: 'none' };
      }
      const answer = kernel.status === 'idle' ? await kernel.ask(question) : null;
      return answer ? { status: 'ok', ...answer } : { status: 'busy' };
    },
    sendToWidget: (...told) => sendToWidget(bench, ...told),
    ...createKernelTables(bench),
  };
}

/** After this long, something that was stopped is seen to be stopping: it may take as long as it likes. Milliseconds. */
const STOPPING_MS = 10_000;
/** Holds for both ways: without a kernel the second change writes nothing. */
const NETWORK_CHANGED = 'You changed network access, so the kernel restarted and its variables were lost.';
