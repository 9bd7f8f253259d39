/** Commands that move the selection and open and close editors. */
import { findWaitingCell } from '../../../../lib/session/view/cells/find-waiting-cell.ts';
import { type CommandRuns, onCell } from '../table/command-context.ts';
import { saveAndClose } from './save-cell.ts';

export const SELECTION_RUNS = {
  'cell-next': ({ selection }) => void selection.move('next'),
  'cell-previous': ({ selection }) => void selection.move('previous'),
  'cell-edit': onCell(({ selection, editors }, cell) => {
    selection.edit(cell.id);
    editors.find(cell.id)?.focus();
  }),
  'cell-waiting': ({ session, selection }) => {
    const cell = findWaitingCell(session);
    if (!cell) return;
    selection.select(cell.id);
    // If it is already drawn. Otherwise it takes the focus when it is.
    document.getElementById(cell.id)?.querySelector<HTMLElement>('[data-asks]')?.focus();
  },
  'cell-leave': onCell(async (context, cell) => {
    // At once: the next key is a command.
    context.selection.select(cell.id);
    await saveAndClose(context, cell);
  }),
} satisfies CommandRuns;
