import type { EventBody } from '../../protocol/events/event.ts';
import { createId } from '../../protocol/id.ts';
import type { Cell } from '../../session/session.ts';
import type { RunContext } from '../run-context.ts';

/** The event that puts words of the model into the notebook. */
export function markdownCell(
  { runId }: RunContext,
  step: number,
  role: 'thought' | 'answer',
  source: string,
  more: { isPartial?: true; values?: Cell['values'] } = {},
): EventBody {
  const cell = { cellId: createId('cell'), cellType: 'markdown', source, author: 'agent', role } as const;
  return { type: 'cell-insert', ...cell, runId, step, ...more };
}
