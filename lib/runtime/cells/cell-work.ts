/** The user's cells that are running, by session: started, watched, and stopped. */

import { PATIENT_STOP } from '../../util/patient-stop.ts';
import type { WorkLeases } from '../kernels/work-leases.ts';
import { type ActiveWork, startWork } from './active-work.ts';
import type { RunCellDeps } from './run-cell.ts';
import { type Due, runAll } from './run-next.ts';

export interface CellWorkDeps extends RunCellDeps {
  leases: WorkLeases;
}

export interface WaitingOptions {
  signal: AbortSignal;
  /** Called if there is anything to run, before it begins. */
  onBegin: () => void;
}

export interface CellWork {
  /** Runs it and then the queue, under the session's lease, which the caller has claimed and which is released then. */
  start(sessionId: string, first: Due | null): void;
  /** As {@link start}, under a lease that its holder keeps. Resolves when nothing waits any more, or `signal` aborts. */
  runWithin(sessionId: string, first: Due | null, options: WaitingOptions): Promise<void>;
  /** Whether the log took no more events when cells ran last, until {@link forgive}: what waits then is not tried in circles. */
  isStuck(sessionId: string): boolean;
  forgive(sessionId: string): void;
  settle(sessionId: string): Promise<void>;
  wait(sessionId: string): Promise<void>;
  stop(sessionId: string, reason?: typeof PATIENT_STOP): Promise<boolean>;
  stopCell(sessionId: string, cellId?: string): boolean;
  stopAll(): Promise<void>;
}

export function createCellWork(deps: CellWorkDeps): CellWork {
  const active = new Map<string, ActiveWork>();
  const stuck = new Set<string>();

  async function stop(sessionId: string, reason?: typeof PATIENT_STOP): Promise<boolean> {
    const work = active.get(sessionId);
    work?.stopAll(reason);
    await work?.ended;
    return work !== undefined;
  }

  return {
    start: (sessionId, first) => {
      const started = startWork(async (work) => {
        await runAll(deps, sessionId, work, first).catch(() => stuck.add(sessionId));
        active.delete(sessionId);
        await deps.leases.release(sessionId).catch(() => {});
      });
      active.set(sessionId, started);
    },
    runWithin: async (sessionId, first, { signal, onBegin }) => {
      onBegin();
      const started = startWork(async (work) => {
        await runAll(deps, sessionId, work, first).catch(() => {});
        active.delete(sessionId);
      });
      active.set(sessionId, started);
      const stopAll = () => started.stopAll(signal.reason === PATIENT_STOP ? PATIENT_STOP : undefined);
      signal.addEventListener('abort', stopAll, { once: true });
      await started.ended;
      signal.removeEventListener('abort', stopAll);
    },
    isStuck: (sessionId) => stuck.has(sessionId),
    forgive: (sessionId) => void stuck.delete(sessionId),
    settle: async (sessionId) => active.get(sessionId)?.settle(),
    wait: async (sessionId) => active.get(sessionId)?.ended,
    stop,
    stopCell: (sessionId, cellId) => {
      active.get(sessionId)?.stopCell(cellId);
      return active.has(sessionId);
    },
    stopAll: async () => {
      await Promise.all([...active.keys()].map((sessionId) => stop(sessionId)));
    },
  };
}
