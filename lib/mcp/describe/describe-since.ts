import type { Event } from '../../protocol/events/event.ts';
import { type Cell, findCell, type Session } from '../../session/session.ts';
import { pluralize } from '../../util/pluralize.ts';
import { createCellDescriber, type Described } from './describe-cell.ts';

const MAX_TOKENS = 4_000;
const MAX_CELL_TOKENS = 1_000;
const MAX_CELLS = 8;

/** The cells that these events are about, as they are now, and what was deleted. Answers are described with their run. */
export function describeSince(session: Session, events: readonly Event[]): (string | Described)[] {
  const ids = new Set(events.flatMap((event) => ('cellId' in event && event.cellId ? [event.cellId] : [])));
  const cells = [...ids].flatMap((id) => findCell(session, id) ?? []).filter(isShown);
  const gone = [...ids].filter((id) => !findCell(session, id)).length;
  const shown = cells.slice(-MAX_CELLS);
  const left = cells.length - shown.length;
  const describe = createCellDescriber(session);
  const maxTokens = Math.min(MAX_CELL_TOKENS, Math.floor(MAX_TOKENS / Math.max(1, shown.length)));
  return [
    left > 0 ? `${pluralize(left, 'earlier cell')} changed too; read_notebook shows them.` : '',
    gone > 0 ? `${pluralize(gone, 'cell')} deleted.` : '',
    ...shown.map((cell) => describe(cell, { maxTokens })),
  ];
}

function isShown({ role, isValues }: Cell): boolean {
  return role !== 'answer' && role !== 'tools' && role !== 'task' && !isValues;
}
