/** What runs and sessions used: tokens, and dollars where prices are known. Every sum that people see is this one. */
import type { Usage } from '../protocol/run.ts';
import { addUsage } from '../protocol/usage.ts';
import type { Run, Session } from './session.ts';

/** One model call of a run. */
export interface CallUsage {
  /** `step 3`, `summary before step 3`, `review of step 3`. */
  readonly name: string;
  readonly step: number;
  readonly usage: Usage;
}

/** All model calls of a run, in order: those of its steps, those that summed up earlier steps, and reviews. */
export function listRunUsage({ steps, compactions }: Run): CallUsage[] {
  const calls = [
    ...compactions.map(({ step, summary }) => [`summary before step ${step}`, step, summary?.usage] as const),
    ...steps.flatMap(({ index, usage, review }) => [
      [`step ${index}`, index, usage] as const,
      [`review of step ${index}`, index, review?.result?.usage] as const,
    ]),
  ];
  return calls
    .flatMap(([name, step, usage]) => (usage ? [{ name, step, usage }] : []))
    .toSorted((left, right) => left.step - right.step);
}

export function sumRunUsage(run: Run): Usage {
  return addUsage(...listRunUsage(run).map(({ usage }) => usage));
}

export function sumSessionUsage(session: Session): Usage {
  return addUsage(...session.runs.map(sumRunUsage));
}
