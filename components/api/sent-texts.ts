/**
 * Texts of cells that are on their way to the server, kept in this tab: a page that is reloaded before the reply knows its
 * own text when the cell has it. Without storage, the user is asked.
 */
import type { CellPatch } from '../../lib/protocol/cells/cell-change.ts';
import { isAppError } from '../../lib/util/app-error.ts';
import { keepInTab, readFromTab } from '../ui/tab-storage.ts';

const PREFIX = 'actbook-sent ';

/** Null when none is on its way. */
export function readSent(cellId: string): string | null {
  return readFromTab(PREFIX + cellId);
}

/** Sends the text, if there is one, and keeps it until the server has answered. */
export async function sendText<Reply>(
  cellId: string,
  { source }: Pick<CellPatch, 'source'>,
  send: () => Promise<Reply>,
): Promise<Reply> {
  if (source === undefined) return send();
  keepInTab(PREFIX + cellId, source);
  try {
    const reply = await send();
    keepInTab(PREFIX + cellId, null);
    return reply;
  } catch (error) {
    // Refused, it is in no cell; unanswered, it may be.
    if (isAppError(error) && error.code !== 'internal') keepInTab(PREFIX + cellId, null);
    throw error;
  }
}
