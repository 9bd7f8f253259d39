/** What a cell that checks an answer has found. */
import type { AnswerCheck } from '../../protocol/answer-check.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import { type Cell, findCell, findStep } from '../../session/session.ts';
import type { RunContext } from '../run-context.ts';

/** The last code cell of the step is the check. Concluded once, also by a run that is taken up after a crash. */
export function* concludeCheck({ session, runId, signal }: RunContext, index: number): Generator<EventBody> {
  const step = findStep(session, runId, index);
  const cell = step?.cellIds
    .map((id) => findCell(session, id))
    .findLast((each) => each?.type === 'code' && each.role === 'code');
  if (!step || step.check || !cell || signal.aborted) return;
  yield { type: 'answer-check', runId, step: index, cellId: cell.id, ...readCheck(cell) };
}

const VERDICTS = { AGREES: 'agrees', DIFFERS: 'differs', 'NOT CHECKED': 'not-checked' } as const;
const MAX_LENGTH = 500;

/** Its last line is the verdict. */
export function readCheck({ status, outputs }: Cell): Omit<AnswerCheck, 'cellId'> {
  if (status !== 'ok') return { verdict: 'not-checked', text: 'the check did not end well' };
  const printed = outputs
    .map((output) => (output.output_type === 'stream' && output.name === 'stdout' ? output.text : ''))
    .join('');
  const [, word, text = ''] =
    /^(AGREES|DIFFERS|NOT CHECKED)\b[:.]?\s*(.*)$/.exec(printed.trim().split('\n').at(-1)?.trim() ?? '') ??
    [];
  if (word === undefined) return { verdict: 'not-checked', text: 'the check did not say what it found' };
  return { verdict: VERDICTS[word as keyof typeof VERDICTS], text: text.slice(0, MAX_LENGTH) };
}
