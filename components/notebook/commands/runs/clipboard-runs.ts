/** Commands that cut, copy and paste a cell. */

import type { Cell } from '../../../../lib/session/session.ts';
import { insertCell } from '../../../api/actbook-api.ts';
import { type CommandContext, type CommandRuns, onCell } from '../table/command-context.ts';
import { removeCell, toCopy } from './change-runs.ts';

export const CLIPBOARD_RUNS = {
  'cell-copy': onCell(copy),
  'cell-cut': onCell((context, cell) => {
    copy(context, cell);
    return removeCell(context, cell, 'cellCut');
  }),
  /** Inserts below the selected cell, else at the end. */
  'cell-paste': async ({ session, cell, selection, clipboard, inTurn }) => {
    const copied = clipboard.read();
    if (!copied) return;
    const pasted = { ...copied, ...toCopy(copied.language), ...(cell ? { after: cell.id } : {}) };
    await selection.follow(inTurn(() => insertCell(session.id, pasted)));
  },
} satisfies CommandRuns;

function copy({ editors, clipboard }: CommandContext, { id, type, source, language }: Cell): void {
  clipboard.write({ type, source: editors.read(id)?.text ?? source, language });
}
