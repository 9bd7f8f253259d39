/** What runs and sessions used: tokens, and dollars where prices are known. Every sum that people see is this one. */
import type { Usage } from '../protocol/run.ts';
import { addUsage } from '../protocol/usage.ts';
import type { Run, Session } from './session.ts';

/** All model calls of a run: those of its steps and those that summed up earlier steps. */
export function sumRunUsage({ steps, compactions }: Run): Usage {
  const beside = compactions.flatMap(({ summary }) => summary?.usage ?? []);
  return addUsage(...steps.flatMap(({ usage }) => usage ?? []), ...beside);
}

export function sumSessionUsage(session: Session): Usage {
  return addUsage(...session.runs.map(sumRunUsage));
}
