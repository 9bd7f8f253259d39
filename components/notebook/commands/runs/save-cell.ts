import type { Cell } from '../../../../lib/session/session.ts';
import { changeCell } from '../../../api/actbook-api.ts';
import type { CommandContext } from '../table/command-context.ts';

/** Stores what the cell's editor holds. The editor stays open. */
export async function saveCell({ session, editors }: CommandContext, cell: Cell): Promise<void> {
  const source = editors.readText(cell.id);
  if (source !== null && source !== cell.source) await changeCell(session.id, cell.id, { source });
}
