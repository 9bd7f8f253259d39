/** The cell that runs now, of those that the user runs in a session one after the other, and how they are stopped. */
import { PATIENT_STOP } from '../../util/patient-stop.ts';

export interface CurrentCell {
  /** Aborts when all of them are stopped. */
  readonly all: AbortSignal;
  /** Notes the cell that begins now. Its signal aborts with {@link all}, or with {@link stop}. */
  begin(cellId: string): AbortSignal;
  /** Notes that the end of the cell, or of the last of a batch, is in the log. */
  noteEnd(): void;
  /** Resolves once a cell whose end is in the log has let go of the kernel, because another one begins. */
  settle(): Promise<void>;
  /** Stops it for the user, with the reason `PATIENT_STOP`; with an ID, only while it is this one. */
  stop(cellId?: string): void;
}

export function createCurrentCell(all: AbortSignal): CurrentCell {
  let cell = new AbortController();
  let currentId: string | null = null;
  let settling: PromiseWithResolvers<void> | null = null;
  return {
    all,
    begin: (cellId) => {
      settling?.resolve();
      settling = null;
      currentId = cellId;
      cell = new AbortController();
      return AbortSignal.any([all, cell.signal]);
    },
    noteEnd: () => {
      settling ??= Promise.withResolvers<void>();
    },
    settle: async () => settling?.promise,
    stop: (cellId) => {
      if (cellId === undefined || cellId === currentId) cell.abort(PATIENT_STOP);
    },
  };
}
