import type { Cell, Run } from '../../session.ts';

type AnswerName = 'Answer' | 'Partial answer' | 'Question to you' | 'Not answered';

/** What a run's last words are. A model may say that it has no answer: that is an answer cell all the same. */
export function nameAnswer({ isPartial }: Cell, run: Run | undefined): AnswerName {
  if (isPartial) return 'Partial answer';
  if (run?.outcome?.status === 'asked') return 'Question to you';
  return run && isUnanswered(run) ? 'Not answered' : 'Answer';
}

/** Who had the last words, as a sentence. */
export function nameAuthor(run: Run): string {
  return `${nameEnd(run)} ${run.model.label}.`;
}

function nameEnd(run: Run): string {
  const { outcome } = run;
  if (outcome?.status === 'asked') return 'Asked by';
  if (outcome?.status === 'stopped' && outcome.reason === 'cancelled') return 'Stopped while answering with';
  return isUnanswered(run) ? 'Not answered with' : 'Answered with';
}

function isUnanswered({ outcome }: Run): boolean {
  return outcome !== null && outcome.status !== 'answered';
}
