/** The check that a reviewer asks for: a cell of the run whose figures are compared with the answer. */
import type { EventBody } from '../../protocol/events/event.ts';
import { createId } from '../../protocol/id.ts';
import { listStepCells } from '../../session/cell-versions.ts';
import { readRun } from '../../session/read-run.ts';
import { type CellVersion, findStep } from '../../session/session.ts';
import { compareAgain, compareCheck } from '../review/compare-check.ts';
import type { DraftAnswer } from '../review/draft-answer.ts';
import { type CheckRequest, writeCheckCell } from '../review/write-check-cell.ts';
import type { RunContext } from '../run-context.ts';
import { codeCell, runAgentCell } from './run-agent-cell.ts';

/** Ends with the event `answer-check`, unless the run was stopped meanwhile. */
export async function* runCheck(
  context: RunContext,
  answer: DraftAnswer,
  request: CheckRequest,
): AsyncGenerator<EventBody> {
  const cellId = createId('cell');
  const source = writeCheckCell(request);
  yield codeCell(context, answer.step, cellId, { source });
  yield* finishCheck(context, answer);
}

/** Runs the check of this answer if its cell is in the notebook and has not run, and concludes it, each once. */
export async function* finishCheck(context: RunContext, answer: DraftAnswer): AsyncGenerator<EventBody> {
  const { runId, signal } = context;
  const begun = findCheckCell(context, answer.step);
  if (!begun) return;
  if (begun.status === 'idle') {
    try {
      yield* runAgentCell(context, begun.id, begun.source);
    } catch {
      // Its cell has ended, and says why. The answer does not fail with its check.
    }
  }
  const ended = findCheckCell(context, answer.step);
  if (!ended || signal.aborted || findStep(context.session, context.runId, answer.step)?.check) return;
  const { id: cellId } = ended;
  const finding = compareCheck(answer.said, ended);
  yield { type: 'answer-check', runId, step: answer.step, cellId, ...finding, from: 'reviewer' };
}

/** What the last check of the run says of this answer, once. What the user has said since then may ask for other figures. */
export function* checkAgain(context: RunContext, { step, said }: DraftAnswer): Generator<EventBody> {
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
