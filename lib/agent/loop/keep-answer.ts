/** The answer that the app sent back is given after all if the run ends without another one. */
import type { EventBody } from '../../protocol/events/event.ts';
import type { Outcome } from '../../protocol/runs/run.ts';
import type { Cell, Run, Session } from '../../session/session.ts';
import { readRun } from '../read-run.ts';
import { checkAnswer } from '../reply/answer-schema.ts';
import type { RunContext } from '../run-context.ts';
import { markdownCell } from './run-agent-cell.ts';

/** As the notebook has it: a thought. Null if there is none, or a reviewer sent one back since then. */
export function findKeptAnswer({ cells }: Session, { id: runId, steps }: Run): Cell | null {
  const step = steps.findLast(({ review }) => review?.result?.verdict === 'returned');
  if (!step || step.review?.model !== null) return null;
  const isKept = (cell: Cell) =>
    cell.runId === runId && cell.step === step.index && cell.role === 'thought' && cell.type === 'markdown';
  return cells.find(isKept) ?? null;
}

/**
 * Yields that answer, below all that ran since, and returns the outcome of a run that has given it; null if there is none.
 */
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
