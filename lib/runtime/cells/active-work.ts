/** The user's cells that are running in a session, and how they are stopped. */
import { PATIENT_STOP } from '../../util/patient-stop.ts';

export interface ActiveWork {
  /** Aborts when everything is stopped. */
  readonly signal: AbortSignal;
  readonly ended: Promise<void>;
  /** Opens a signal for the cell that begins now; it aborts with everything, or with {@link stopCell}. */
  openSignal(cellId: string): AbortSignal;
  /** Notes that the end of a cell, or of the last of a batch, is in the log. */
  noteEnd(): void;
  /** Resolves once a cell whose end is in the log has let go of the kernel. */
  settle(): Promise<void>;
  /** Stops for the user, as {@link stopAll} with the reason `PATIENT_STOP`. With an ID, only while that cell is the one. */
  stopCell(cellId?: string): void;
  stopAll(reason?: typeof PATIENT_STOP): void;
}

/** Starts `drive`, which must not reject. */
export function startWork(drive: (work: ActiveWork) => Promise<void>): ActiveWork {
  const all = new AbortController();
  let cell = new AbortController();
  let currentId: string | null = null;
  let settling: PromiseWithResolvers<void> | null = null;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const letGo = () => {
    settling?.resolve();
    settling = null;
  };
  const work: ActiveWork = {
    signal: all.signal,
    ended,
    openSignal: (cellId) => {
      letGo();
      currentId = cellId;
      cell = new AbortController();
      return AbortSignal.any([all.signal, cell.signal]);
    },
    noteEnd: () => {
      settling ??= Promise.withResolvers<void>();
    },
    settle: async () => settling?.promise,
    stopCell: (cellId) => {
      if (cellId === undefined || cellId === currentId) cell.abort(PATIENT_STOP);
    },
    stopAll: (reason) => all.abort(reason),
  };
  void drive(work).finally(() => {
    letGo();
    resolve();
  });
  return work;
}
