/** What several commands do to cells. */
import type { Cell } from '../../lib/session/session.ts';
import { changeCell, executeCell, insertCell } from '../api/actbook-api.ts';
import type { CommandContext } from './command.ts';

/** Whether the person may change its text. */
export function isEditable({ role, status }: Cell): boolean {
  return (role === 'code' || role === 'note') && status !== 'running';
}

/** Stores what the cell's editor holds. The editor stays open. */
export async function saveCell({ session, editors }: CommandContext, cell: Cell): Promise<void> {
  const source = editors.readText(cell.id);
  if (source !== null && source !== cell.source) await changeCell(session.id, cell.id, { source });
}

/** Runs the cell as its editor has it, or shows a note as it reads, and closes the editor. */
export async function runCell(context: CommandContext, cell: Cell): Promise<void> {
  await saveCell(context, cell);
  if (cell.type === 'code') await executeCell(context.session.id, cell.id);
  context.selection.close(cell.id);
}

/** Returns the id of the new, empty code cell. */
export async function insertBeside(
  { session }: CommandContext,
  cell: Cell,
  side: 'above' | 'below',
): Promise<string> {
  const place = session.cells.findIndex(({ id }) => id === cell.id);
  const after = side === 'below' ? cell.id : (session.cells[place - 1]?.id ?? null);
  return insertCell(session.id, { type: 'code', source: '', after });
}
