/** How a run ended, in words. */

import type { Outcome, StopReason } from '../../../lib/protocol/runs/run.ts';
import { VIEW_TEXTS } from './view-texts.ts';

interface OutcomeText {
  readonly tone: 'good' | 'plain' | 'stopped' | 'bad';
  readonly label: string;
  /** One more sentence, or empty. */
  readonly detail: string;
}

/** The label, or the cell above, already says it. */
const SAID_ALREADY: ReadonlySet<StopReason> = new Set(['cancelled', 'no-answer']);

export function describeOutcome(outcome: Outcome): OutcomeText {
  if (outcome.status === 'answered') return { tone: 'good', label: VIEW_TEXTS.answered, detail: '' };
  if (outcome.status === 'asked') return { tone: 'plain', label: VIEW_TEXTS.asked, detail: '' };
  if (outcome.status === 'stopped') {
    const detail = SAID_ALREADY.has(outcome.reason) ? '' : outcome.message;
    return { tone: 'stopped', label: VIEW_TEXTS.stopped[outcome.reason], detail };
  }
  if (outcome.status === 'branched') return { tone: 'plain', label: VIEW_TEXTS.branched, detail: '' };
  const label = outcome.code === 'interrupted' ? VIEW_TEXTS.interrupted : VIEW_TEXTS.failed;
  return { tone: 'bad', label, detail: outcome.message };
}
