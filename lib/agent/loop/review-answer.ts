/**
 * A second pair of eyes: another model call, maybe of another model, reads what was done before an answer is given. It can have
 * figures of each answer computed another way. In a run, one answer goes back for its words and one for a check that differs: a
 * second refusal would set two models against each other at the user's expense.
 */
import { findLanguage } from '../../execution/languages/find-language.ts';
import { PYTHON } from '../../execution/languages/python.ts';
import type { LanguageModel, ModelMessage } from '../../model/model.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import { createId } from '../../protocol/id.ts';
import type { ReviewResult } from '../../protocol/runs/review.ts';
import type { Usage } from '../../protocol/runs/run.ts';
import { addUsage } from '../../protocol/runs/usage.ts';
import { listStepCells } from '../../session/cell-versions.ts';
import { type CellVersion, findStep, readRun } from '../../session/session.ts';
import { toMessage } from '../../util/app-error.ts';
import { readWithKernel } from '../reply/read-with-kernel.ts';
import { compareAgain, compareCheck, findUnknownFigure, toObjection } from '../review/compare-check.ts';
import type { DraftAnswer } from '../review/draft-answer.ts';
import { readReview } from '../review/read-review.ts';
import { writeCheckCell } from '../review/write-check-cell.ts';
import { writeReviewPrompt } from '../review/write-review-prompt.ts';
import type { RunContext } from '../run-context.ts';
import { codeCell, runAgentCell } from './run-agent-cell.ts';

/** The verdict on the answer, or null when it is not to be reviewed. A verdict that is in the log is not asked for again. */
export async function* reviewAnswer(
  context: RunContext,
  answer: DraftAnswer,
): AsyncGenerator<EventBody, ReviewResult['verdict'] | null> {
  const { reviewer, runId, signal } = context;
  const { step } = answer;
  yield* checkAgain(context, answer);
  const known = findStep(context.session, context.runId, step)?.review;
  if (known?.model && known.result) return known.result.verdict;
  const { steps, limits } = readRun(context);
  // Only while a step is left to fix the answer in.
  const isLast = steps.length >= limits.maxSteps || steps.at(-1)?.purpose !== undefined;
  if (!reviewer || signal.aborted || isLast) return null;
  yield { type: 'review-start', runId, step, model: reviewer.info };
  const result = yield* review(reviewer, context, answer);
  yield { type: 'review-end', runId, step, ...result };
  return result.verdict;
}

/** Answers of the run that the reviewer has sent back, by what for. The first check that differs always does. */
function countReturns(context: RunContext): { forChecks: number; forWords: number } {
  const returned = readRun(context).steps.filter(
    ({ review }) => review?.model && review.result?.verdict === 'returned',
  );
  const forChecks = returned.some(({ check }) => check?.verdict === 'differs') ? 1 : 0;
  return { forChecks, forWords: returned.length - forChecks };
}

/** Never throws: without a review the answer is given all the same. */
async function* review(
  reviewer: LanguageModel,
  context: RunContext,
  answer: DraftAnswer,
): AsyncGenerator<EventBody, ReviewResult> {
  const usages: Usage[] = [];
  const { forChecks, forWords } = countReturns(context);
  const end = (verdict: ReviewResult['verdict'], text: string): ReviewResult => {
    const isStopped = verdict === 'failed' && context.signal.aborted;
    return { verdict, text: isStopped ? 'The run was stopped meanwhile.' : text, usage: addUsage(...usages) };
  };
  try {
    yield* finishCheck(context, answer);
    let correction: ModelMessage[] = [];
    for (;;) {
      const check = findStep(context.session, context.runId, answer.step)?.check;
      // Both values are known, so nobody has to be asked.
      if (check?.verdict === 'differs' && forChecks === 0) return end('returned', toObjection(check));
      if (context.signal.aborted) return end('failed', '');
      const mayCheck = check === undefined && findLanguage(context.session.kernel) === PYTHON;
      const prompt = await writeReviewPrompt(reviewer, context, { check, mayCheck });
      const text = await ask(reviewer, context, { messages: [...prompt, ...correction], usages });
      const read = await readWithKernel(PYTHON, context.kernel, (language) =>
        readReview(text, mayCheck ? language : null),
      );
      if (read.type === 'verdict') {
        const isAgain = read.verdict === 'returned' && forWords > 0;
        return end(isAgain ? 'objected' : read.verdict, read.text);
      }
      const problem = findUnknownFigure(answer.said, read.request.figures);
      if (problem === null) {
        const source = writeCheckCell(read.request);
        yield codeCell(context, answer.step, createId('cell'), { source });
        yield* finishCheck(context, answer);
      } else if (correction.length > 0) return end('failed', problem);
      else correction = toCorrection(text, problem);
    }
  } catch (error) {
    return end('failed', toMessage(error));
  }
}

/** Adds what the call used, also if it fails. */
async function ask(
  reviewer: LanguageModel,
  { session, runId, signal }: RunContext,
  { messages, usages }: { messages: ModelMessage[]; usages: Usage[] },
): Promise<string> {
  let text = '';
  for await (const event of reviewer.stream({ messages, tools: [], session, runId }, signal)) {
    if (event.type === 'text-delta') text += event.text;
    else if ('usage' in event) usages.push(event.usage);
  }
  return text;
}

/** Nothing has run yet, so the request can be put right, once. */
function toCorrection(reply: string, problem: string): ModelMessage[] {
  const content = `${problem} Nothing was run. Send the request for the check once more, corrected, or your verdict.`;
  return [
    { role: 'assistant', content: reply },
    { role: 'user', content },
  ];
}

/** Runs the check of this answer if its cell is in the notebook and has not run, and concludes it, each once. */
async function* finishCheck(context: RunContext, answer: DraftAnswer): AsyncGenerator<EventBody> {
  const { runId, signal } = context;
  const begun = findCheckCell(context, answer.step);
  if (!begun) return;
  if (begun.status === 'idle') {
    // Whatever the check changes in objects of the notebook, it changes in a copy of them, if one can be had.
    const aside = await context.forkKernel().catch(() => null);
    try {
      yield* runAgentCell(aside ? withKernel(context, aside.kernel) : context, begun.id, begun.source);
    } catch {
      // Its cell has ended, and says why. The answer does not fail with its check.
    } finally {
      await aside?.end();
    }
  }
  const ended = findCheckCell(context, answer.step);
  if (!ended || signal.aborted || findStep(context.session, context.runId, answer.step)?.check) return;
  const { id: cellId } = ended;
  const finding = compareCheck(answer.said, ended);
  yield { type: 'answer-check', runId, step: answer.step, cellId, ...finding, from: 'reviewer' };
}

/** The session of a run changes while it runs. */
function withKernel(context: RunContext, kernel: RunContext['kernel']): RunContext {
  return {
    ...context,
    kernel,
    get session() {
      return context.session;
    },
  };
}

/** What the last check of the run says of this answer, once. What the user has said since then may ask for other figures. */
function* checkAgain(context: RunContext, { step, said }: DraftAnswer): Generator<EventBody> {
  const run = readRun(context);
  if (findStep(context.session, context.runId, step)?.check) return;
  const heard = run.steers.at(-1)?.step ?? 0;
  const last = run.steps.findLast(({ index, check }) => index > heard && check?.from === 'reviewer')?.check;
  if (!last?.figures) return;
  const finding = compareAgain(said, last.figures);
  if (!finding) return;
  yield { type: 'answer-check', runId: run.id, step, cellId: last.cellId, ...finding, from: 'reviewer' };
}

/** The only code of a step that answers, but for its values, is its check. */
function findCheckCell(context: RunContext, index: number): CellVersion | undefined {
  const step = findStep(context.session, context.runId, index);
  return step && listStepCells(context.session, context.runId, step).findLast(({ isValues }) => !isValues);
}
