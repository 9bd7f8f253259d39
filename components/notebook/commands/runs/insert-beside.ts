import type { Cell } from '../../../../lib/session/session.ts';
import { insertCell } from '../../../api/actbook-api.ts';
import type { CommandContext } from '../table/command-context.ts';

/** Returns the id of the new, empty code cell. */
export async function insertBeside(
  { session, inTurn }: CommandContext,
  cell: Cell,
  side: 'above' | 'below',
): Promise<string> {
  const place = session.cells.findIndex(({ id }) => id === cell.id);
  const after = side === 'below' ? cell.id : (session.cells[place - 1]?.id ?? null);
  return inTurn(() => insertCell(session.id, { type: 'code', source: '', after }));
}
