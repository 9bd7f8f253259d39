/**
 * The end of a run that was answered: checked against the task's schema, then against the notebook, read by the reviewer, put
 * into the notebook.
 */
import type { EventBody } from '../../protocol/events/event.ts';
import { traitsOf } from '../../protocol/models/model-traits.ts';
import type { Outcome, RunRequest } from '../../protocol/runs/run.ts';
import { type Cell, type Run, readRun, type Session } from '../../session/session.ts';
import { dropRepeatedQuestion } from '../../session/view/answers/drop-repeated-question.ts';
import { isWithoutCode } from '../../session/view/answers/list-answer-sources.ts';
import { readLeaves } from '../../session/view/answers/read-leaves.ts';
import { takeTitle } from '../../session/view/titles/split-title.ts';
import { checkAnswer } from '../reply/answer-schema.ts';
import { type AskedBack, findLastQuestion, splitAsk } from '../reply/split-ask.ts';
import type { DraftAnswer } from '../review/draft-answer.ts';
import type { RunContext } from '../run-context.ts';
import { fillAnswer, JSON_TEXT } from './fill-answer.ts';
import { reviewAnswer } from './review-answer.ts';
import { markdownCell } from './run-agent-cell.ts';
import { screenAnswer } from './screen-answer.ts';
import { findStop, noAnswer } from './stop-conditions.ts';

/** Null when the answer does not fit, which the model is told, or was sent back: then the run continues. */
export async function* giveAnswer(
  context: RunContext,
  step: number,
  text: string,
): AsyncGenerator<EventBody, Outcome | null> {
  const { runId } = context;
  const { task, steps } = readRun(context);
  const drafted = yield* task.schema
    ? draftValue(context, step, task.schema, text)
    : draftText(context, step, text);
  if ('problem' in drafted) {
    yield { type: 'action-error', runId, step, message: drafted.problem };
    return null;
  }
  const { source, title, values, asked } = drafted;
  // A run that is taken up after a crash may have it already.
  const hasGiven = (as: Cell['role']) =>
    context.session.cells.some((cell) => cell.runId === runId && cell.step === step && cell.role === as);
  if (asked) {
    const { question, choices } = asked;
    if (!hasGiven('answer')) yield markdownCell(context, step, 'answer', source);
    return { status: 'asked', question, choices };
  }
  if (isPlan(context)) {
    yield { type: 'action-error', runId, step, message: NO_CODE };
    return null;
  }
  const finishReason = steps.at(-1)?.finishReason;
  const isGivenUp = finishReason === 'no-answer';
  // Certain findings come first: a reviewer reads the answer that the model gives then.
  const isReturned =
    !isGivenUp &&
    ((yield* screenAnswer(context, drafted)) || (yield* reviewAnswer(context, drafted)) === 'returned');
  const role = isReturned ? 'thought' : 'answer';
  const isPartial = finishReason === 'part-answer' && role === 'answer';
  const more = { ...(isPartial ? { isPartial } : {}), ...(values ? { values } : {}) };
  if (!hasGiven(role)) yield markdownCell(context, step, role, source, more);
  const isNamed = context.session.titleFrom !== 'question';
  if (title !== '' && !isNamed && role === 'answer') yield { type: 'session-rename', title, from: 'answer' };
  if (isReturned) return null;
  if (isGivenUp) return noAnswer();
  return 'value' in drafted ? { status: 'answered', value: drafted.value } : { status: 'answered' };
}

const NO_CODE =
  'No code has run yet, so nothing of this comes from the data. Write the code now, between ```python and ```. If the task needs none, or the data cannot answer it, send the answer once more and say so.';

/** Words about data that nobody has looked at, once: a reply that only announces work does not answer. */
function isPlan(context: RunContext): boolean {
  const { session } = context;
  const run = readRun(context);
  if (!isWithoutCode(session, run)) return false;
  const isTold = run.steps.some(({ actionError }) => actionError === NO_CODE);
  return !isTold && findStop(session, run) === null;
}

/** Marked as such, or words that end with a question before any code has run. */
function findAsked(context: RunContext, answer: string): AskedBack | null {
  if (!traitsOf(readRun(context).model).improvises) return null;
  const hasRun = context.session.cells.some(({ type, status }) => type === 'code' && status !== 'idle');
  const marked = splitAsk(answer);
  const question = marked || hasRun ? null : findLastQuestion(answer);
  return marked ?? (question === null ? null : { question, choices: [], text: answer });
}

interface Draft extends DraftAnswer {
  /** Empty where it brings none. */
  readonly title: string;
  readonly value?: unknown;
  /** Set where it asks the user instead. */
  readonly asked?: AskedBack;
}

async function* draftText(
  context: RunContext,
  step: number,
  text: string,
): AsyncGenerator<EventBody, Draft | { readonly problem: string }> {
  const { answer, title } = takeTitle(text);
  const asked = findAsked(context, answer);
  if (asked) return { step, source: asked.text, said: asked.text, title: '', asked };
  const answered = dropRepeatedQuestion(answer, readRun(context).task.text);
  const filled = yield* fillAnswer(context, step, answered);
  return 'problem' in filled ? filled : { ...filled, step, title, said: filled.source };
}

async function* draftValue(
  context: RunContext,
  step: number,
  schema: NonNullable<RunRequest['schema']>,
  text: string,
): AsyncGenerator<EventBody, Draft | { readonly problem: string }> {
  const filled = yield* fillAnswer(context, step, text, JSON_TEXT);
  if ('problem' in filled) return filled;
  const checked = await checkAnswer(schema, filled.source);
  if ('problem' in checked) {
    const problem = `The answer does not fit the JSON Schema of the task: ${checked.problem}. Send the whole value once more, corrected, in one json block; compute what is missing first if you have to.`;
    return { problem };
  }
  const { value } = checked;
  const source = `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
  return { ...filled, step, source, title: '', said: readLeaves(source)?.text ?? source, value };
}

/**
 * The answer that the app sent back, as the notebook has it: a thought. It is given after all if the run ends without another one.
 * Null if there is none, or a reviewer sent one back since then.
 */
export function findKeptAnswer({ cells }: Session, { id: runId, steps }: Run): Cell | null {
  const step = steps.findLast(({ review }) => review?.result?.verdict === 'returned');
  if (!step || step.review?.model !== null) return null;
  const isKept = (cell: Cell) =>
    cell.runId === runId && cell.step === step.index && cell.role === 'thought' && cell.type === 'markdown';
  return cells.find(isKept) ?? null;
}

/** Yields the kept answer, below all that ran since, and returns the outcome of a run that has given it; null if there is none. */
export async function* giveKeptAnswer(context: RunContext): AsyncGenerator<EventBody, Outcome | null> {
  const { session, runId } = context;
  const run = readRun(context);
  const kept = findKeptAnswer(session, run);
  const last = run.steps.at(-1);
  if (!kept || !last) return null;
  // A run that is taken up after a crash may have it already.
  const isGiven = session.cells.some((cell) => cell.role === 'answer' && cell.runId === runId);
  if (!isGiven) yield markdownCell(context, last.index, 'answer', kept.source);
  const { schema } = run.task;
  const checked = schema ? await checkAnswer(schema, kept.source) : null;
  return checked && 'value' in checked
    ? { status: 'answered', value: checked.value }
    : { status: 'answered' };
}
