/** Commands that cut, copy and paste a cell. */

import type { Cell } from '../../../../lib/session/session.ts';
import { insertCell } from '../../../api/actbook-api.ts';
import { type CommandContext, type CommandRuns, onCell } from '../table/command-context.ts';
import { removeCell } from './change-runs.ts';
import { COMMAND_RUN_TEXTS } from './command-run-texts.ts';

export const CLIPBOARD_RUNS = {
  'cell-copy': onCell(copy),
  'cell-cut': onCell((context, cell) => {
    copy(context, cell);
    return removeCell(context, cell, COMMAND_RUN_TEXTS.cellCut);
  }),
  /** Inserts below the selected cell, else at the end. */
  'cell-paste': async ({ session, cell, selection, clipboard, inTurn }) => {
    const copied = clipboard.read();
    if (!copied) return;
    const pasted = { ...copied, ...(cell ? { after: cell.id } : {}) };
    await selection.follow(inTurn(() => insertCell(session.id, pasted)));
  },
} satisfies CommandRuns;

function copy({ editors, clipboard }: CommandContext, { id, type, source }: Cell): void {
  clipboard.write({ type, source: editors.read(id)?.text ?? source });
}
