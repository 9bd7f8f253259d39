import { AppError } from '../util/app-error.ts';
import { findRun, type Run, type Session } from './session.ts';

/** The run as it is now. Throws AppError `internal` where the session does not have it. */
export function readRun({ session, runId }: { readonly session: Session; readonly runId: string }): Run {
  const run = findRun(session, runId);
  if (!run) throw new AppError('internal', `There is no run ${runId} in this session.`);
  return run;
}
