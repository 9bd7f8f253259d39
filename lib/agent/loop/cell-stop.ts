import { PATIENT_STOP } from '../../util/patient-stop.ts';

/** Stops the cell that a run is running, at the user's word. The run continues. */
export interface CellStop {
  /** For a cell that begins: aborts as `signal` does, and when that cell is stopped. */
  begin(signal: AbortSignal): AbortSignal;
  /** Does nothing while no cell runs. */
  stop(): void;
}

export function createCellStop(): CellStop {
  let latest = new AbortController();
  return {
    begin: (signal) => {
      latest = new AbortController();
      return AbortSignal.any([signal, latest.signal]);
    },
    stop: () => latest.abort(PATIENT_STOP),
  };
}
