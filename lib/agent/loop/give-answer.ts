/**
 * The end of a run that was answered: checked against the task's schema, then against the notebook, read by the reviewer, put
 * into the notebook.
 */
import type { EventBody } from '../../protocol/events/event.ts';
import type { Outcome } from '../../protocol/run.ts';
import { findRun } from '../../session/session.ts';
import { dropRepeatedQuestion } from '../../session/view/drop-repeated-question.ts';
import { takeTitle } from '../../session/view/take-title.ts';
import { checkAnswer } from '../reply/answer-schema.ts';
import type { ReviewedAnswer } from '../review/reviewed-answer.ts';
import type { RunContext } from '../run-context.ts';
import { markdownCell } from './markdown-cell.ts';
import { reviewAnswer } from './review-answer.ts';
import { checkAgain } from './run-check.ts';
import { screenAnswer } from './screen-answer.ts';
import { noAnswer } from './stop-conditions.ts';

/** Null when the answer does not fit, which the model is told, or was sent back: then the run continues. */
export async function* giveAnswer(
  context: RunContext,
  step: number,
  text: string,
): AsyncGenerator<EventBody, Outcome | null> {
  const { runId } = context;
  const task = findRun(context.session, runId)?.task;
  const schema = task?.schema;
  const checked = schema ? await checkAnswer(schema, text) : null;
  if (checked && 'problem' in checked) {
    yield { type: 'action-error', runId, step, message: toComplaint(checked.problem) };
    return null;
  }
  const finishReason = findRun(context.session, runId)?.steps.at(-1)?.finishReason;
  const isGivenUp = finishReason === 'no-answer';
  const reviewed = { step, text: checked ? JSON.stringify(checked.value, null, 1) : text };
  const isNamed = context.session.titleFrom !== 'question' || checked !== null;
  const { answer, title } = isNamed ? { answer: text, title: '' } : takeTitle(text);
  const source = checked ? toJsonBlock(checked.value) : dropRepeatedQuestion(answer, task?.text ?? '');
  const isReturned = !isGivenUp && (yield* isSentBack(context, reviewed, source));
  if (!isReturned && !isGivenUp) yield* checkAgain(context, reviewed);
  const role = isReturned ? 'thought' : 'answer';
  // A run that is taken up after a crash may have it already.
  const isGiven = context.session.cells.some(
    (cell) => cell.runId === runId && cell.step === step && cell.role === role,
  );
  const isPartial = finishReason === 'part-answer' && role === 'answer';
  if (!isGiven) yield markdownCell(context, step, role, source, isPartial ? { isPartial } : {});
  if (title !== '' && role === 'answer') yield { type: 'session-rename', title, from: 'answer' };
  if (isReturned) return null;
  if (isGivenUp) return noAnswer();
  return checked ? { status: 'answered', value: checked.value } : { status: 'answered' };
}

/** What is certain comes first: a reviewer reads the answer that the model gives then. */
async function* isSentBack(
  context: RunContext,
  reviewed: ReviewedAnswer,
  source: string,
): AsyncGenerator<EventBody, boolean> {
  if (yield* screenAnswer(context, { step: reviewed.step, source })) return true;
  return (yield* reviewAnswer(context, reviewed)) === 'returned';
}

function toComplaint(problem: string): string {
  return `The answer does not fit the JSON Schema of the task: ${problem}. Send the whole value once more, corrected, in one json block; compute what is missing first if you have to.`;
}

function toJsonBlock(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}
