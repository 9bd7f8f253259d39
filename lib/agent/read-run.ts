import type { ExecutionContext } from '../execution/execution-context.ts';
import { findRun, type Run } from '../session/session.ts';
import { AppError } from '../util/app-error.ts';

/** The run as it is now. Throws AppError `internal` where the session does not have it. */
export function readRun({ session, runId }: Pick<ExecutionContext, 'session' | 'runId'>): Run {
  const run = findRun(session, runId);
  if (!run) throw new AppError('internal', `There is no run ${runId} in this session.`);
  return run;
}
