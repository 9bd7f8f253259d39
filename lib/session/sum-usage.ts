/** What runs and sessions used: tokens, and dollars where prices are known. Every sum that people see is this one. */
import type { Usage } from '../protocol/run.ts';
import { addUsage } from '../protocol/usage.ts';
import type { Run, Session } from './session.ts';

export function sumRunUsage(run: Run): Usage {
  return addUsage(...run.steps.flatMap(({ usage }) => usage ?? []));
}

export function sumSessionUsage(session: Session): Usage {
  return addUsage(...session.runs.map(sumRunUsage));
}
