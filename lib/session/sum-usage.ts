/** What runs and sessions used: tokens, and dollars where prices are known. Every sum that people see is this one. */
import type { Usage } from '../protocol/run.ts';
import { addUsage, NO_USAGE } from '../protocol/usage.ts';
import type { Run, Session, Step } from './session.ts';

/** All model calls of a run: those of its steps, those that summed up earlier steps, and reviews. */
export function sumRunUsage({ steps, compactions }: Run): Usage {
  const beside = compactions.flatMap(({ summary }) => summary?.usage ?? []);
  return addUsage(...steps.map(sumStepUsage), ...beside);
}

/** A step's reply, and the review of its answer. */
export function sumStepUsage({ usage, review }: Step): Usage {
  return addUsage(usage ?? NO_USAGE, review?.result?.usage ?? NO_USAGE);
}

export function sumSessionUsage(session: Session): Usage {
  return addUsage(...session.runs.map(sumRunUsage));
}
