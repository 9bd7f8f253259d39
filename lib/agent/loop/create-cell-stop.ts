import { PATIENT_STOP } from '../../util/patient-stop.ts';
import type { CellStop } from '../run-context.ts';

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
