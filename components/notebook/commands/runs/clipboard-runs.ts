/** Commands that cut, copy and paste a cell. */

import type { Cell } from '../../../../lib/session/session.ts';
import { deleteCell, insertCell } from '../../../api/actbook-api.ts';
import { type CommandContext, onCell } from '../table/command-context.ts';
import { COMMAND_RUN_TEXTS } from './command-run-texts.ts';
import type { CommandRuns } from './command-runs.ts';

export const CLIPBOARD_RUNS = {
  'cell-copy': onCell(copy),
  'cell-cut': onCell(async (context, cell) => {
    copy(context, cell);
    const done = await context.inTurn(() => deleteCell(context.session.id, cell.id));
    context.tell({ text: COMMAND_RUN_TEXTS.cellCut, ...done });
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
