/** What runs and sessions used: tokens, and dollars where prices are known. Every sum that users see is this one. */
import type { Usage } from '../../../protocol/runs/run.ts';
import { addUsage } from '../../../protocol/runs/usage.ts';
import type { Run, Session } from '../../session.ts';

/** One model call of a run. */
export interface CallUsage {
  /** `step 3`, `summary before step 3`, `review of step 3`. */
  readonly name: string;
  /** Its own among the calls of the run: there can be several summaries before a step. */
  readonly key: string;
  readonly step: number;
  readonly usage: Usage;
}

/** All model calls of a run, in order: those of its steps, those that summed up earlier steps, and reviews. */
export function listRunUsage({ steps, compactions }: Run): CallUsage[] {
  const calls = [
    ...compactions.map(({ step, summary }, index) => ({
      name: `summary before step ${step}`,
      key: `summary-${index}`,
      step,
      usage: summary?.usage,
    })),
    ...steps.flatMap(({ index: step, usage, review, asks = [] }) => [
      { name: `step ${step}`, key: `step-${step}`, step, usage },
      ...(review?.model
        ? [{ name: `review of step ${step}`, key: `review-${step}`, step, usage: review.result?.usage }]
        : []),
      ...asks.map(({ askId, index, end }) => ({
        name: `agent ${index + 1} of step ${step}`,
        key: `agent-${askId}`,
        step,
        usage: end?.usage,
      })),
    ]),
  ];
  return calls
    .flatMap(({ usage, ...call }) => (usage ? [{ ...call, usage }] : []))
    .toSorted((left, right) => left.step - right.step);
}

export function sumRunUsage(run: Run): Usage {
  return addUsage(...listRunUsage(run).map(({ usage }) => usage));
}

export function sumSessionUsage(session: Session): Usage {
  return addUsage(...session.runs.map(sumRunUsage));
}
