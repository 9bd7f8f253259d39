/** How a run ended, in the terms of the Agent Client Protocol. */
import type { StopReason } from '@agentclientprotocol/sdk/unstable';
import type { Outcome, StopReason as RunStopReason } from '../protocol/runs/run.ts';

/** `failed` has none: the request fails. */
export function toStopReason(outcome: Outcome): StopReason {
  return (outcome.status === 'stopped' && STOPPED[outcome.reason]) || 'end_turn';
}

const STOPPED: Partial<Record<RunStopReason, StopReason>> = {
  cancelled: 'cancelled',
  'max-steps': 'max_turn_requests',
  'max-tokens': 'max_tokens',
};

/** What the answer, if there is one, does not say itself; empty where there is nothing to add. */
export function describeOutcome(outcome: Outcome): string {
  switch (outcome.status) {
    case 'answered':
      return '';
    case 'asked':
      // The question is the last cell.
      return outcome.choices.map((choice, at) => `${at + 1}. ${choice}`).join('\n');
    case 'stopped':
      return outcome.reason === 'cancelled' || outcome.reason === 'no-answer' ? '' : outcome.message;
    default:
      return outcome.message;
  }
}
