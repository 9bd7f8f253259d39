/** How a run ended, in words for people. */
import type { Outcome, StopReason } from '../../../lib/protocol/run.ts';

export interface OutcomeText {
  readonly tone: 'good' | 'plain' | 'stopped' | 'bad';
  readonly label: string;
  /** One sentence more, or empty. */
  readonly detail: string;
}

const STOPPED_BY: Record<StopReason, string> = {
  'max-steps': 'Stopped at the step limit',
  'run-timeout': 'Stopped at the time limit',
  'max-tokens': 'Stopped at the token limit',
  'max-cost': 'Stopped at the cost limit',
  cancelled: 'Stopped by you',
  'repeated-failure': 'Stopped: the same failure came again',
  'kernel-lost': 'Stopped: the kernel was lost',
  'invalid-answer': 'Stopped: the answer does not fit the schema',
  'no-answer': 'Not answered',
};

/** The label, or the cell above, says it all. */
const SAID_ALREADY: ReadonlySet<StopReason> = new Set(['cancelled', 'no-answer']);

export function describeOutcome(outcome: Outcome): OutcomeText {
  if (outcome.status === 'answered') return { tone: 'good', label: 'Answered', detail: '' };
  if (outcome.status === 'stopped') {
    const detail = SAID_ALREADY.has(outcome.reason) ? '' : outcome.message;
    return { tone: 'stopped', label: STOPPED_BY[outcome.reason], detail };
  }
  if (outcome.status === 'branched') return { tone: 'plain', label: 'Branched here', detail: '' };
  const label = outcome.code === 'interrupted' ? 'Interrupted' : 'Failed';
  return { tone: 'bad', label, detail: outcome.message };
}
