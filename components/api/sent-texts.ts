/**
 * Texts of cells that are on their way to the server, kept in this tab: a page that is reloaded before the reply knows its
 * own text when the cell has it.
 */
import type { CellPatch } from '../../lib/protocol/cells/cell-change.ts';
import { isAppError } from '../../lib/util/app-error.ts';

const PREFIX = 'actbook-sent ';

/** Null when none is on its way. */
export function readSent(cellId: string): string | null {
  try {
    return sessionStorage.getItem(PREFIX + cellId);
  } catch {
    return null;
  }
}

/** Sends the text, if there is one, and keeps it until the server has answered. */
export async function sendText<Reply>(
  cellId: string,
  { source }: Pick<CellPatch, 'source'>,
  send: () => Promise<Reply>,
): Promise<Reply> {
  if (source !== undefined) note(cellId, source);
  try {
    const reply = await send();
    if (source !== undefined) note(cellId, null);
    return reply;
  } catch (error) {
    // Refused, it is in no cell; unanswered, it may be.
    if (source !== undefined && isAppError(error) && error.code !== 'internal') note(cellId, null);
    throw error;
  }
}

function note(cellId: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(PREFIX + cellId);
    else sessionStorage.setItem(PREFIX + cellId, text);
  } catch {
    // The user is asked then.
  }
}
