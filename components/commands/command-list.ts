/** The one list of commands: for the keyboard, the palette and the sheet of shortcuts. Keys are JupyterLab's. */

import { findWaitingCell } from '../../lib/session/find-waiting-cell.ts';
import { describeNames } from '../../lib/session/kernel-names.ts';
import type { KernelState } from '../../lib/session/kernel-state.ts';
import { controlKernel } from '../api/actbook-api.ts';
import { insertBeside, isEditable, runCell, saveCell } from './cell-actions.ts';
import type { Command, CommandContext } from './command.ts';
import { ASK, OPERATIONS, onCell, RUN_MANY } from './operation-commands.ts';
import { NOTEBOOK, PAGE } from './page-commands.ts';

const hasCell = ({ cell }: CommandContext) => cell !== null;
const hasCode = ({ cell }: CommandContext) => cell?.role === 'code';
const canEdit = ({ cell }: CommandContext) => cell !== null && isEditable(cell);

const SELECTION: readonly Command[] = [
  {
    id: 'cell-next',
    label: 'Select the next cell',
    group: 'Cells',
    keys: ['ArrowDown', 'j'],
    run: ({ selection }) => void selection.move('next'),
  },
  {
    id: 'cell-previous',
    label: 'Select the cell before',
    group: 'Cells',
    keys: ['ArrowUp', 'k'],
    run: ({ selection }) => void selection.move('previous'),
  },
  {
    id: 'cell-edit',
    label: 'Edit the cell',
    group: 'Cells',
    keys: ['Enter'],
    when: canEdit,
    run: onCell(({ selection, editors }, cell) => {
      selection.edit(cell.id);
      editors.find(cell.id)?.focus();
    }),
  },
  {
    id: 'cell-waiting',
    label: 'Go to the cell that waits for you',
    group: 'Cells',
    when: ({ session }) => findWaitingCell(session) !== null,
    run: ({ session, selection }) => {
      const cell = findWaitingCell(session);
      if (!cell) return;
      selection.select(cell.id);
      // Where it is drawn already. Else it takes the focus when it is.
      document.getElementById(cell.id)?.querySelector<HTMLElement>('[data-asks]')?.focus();
    },
  },
  {
    id: 'cell-leave',
    label: 'Leave the editor, keep the text',
    group: 'Cells',
    keys: ['Escape'],
    scope: 'edit',
    when: ({ cell, editors }) => cell !== null && editors.find(cell.id) !== null,
    run: onCell(async (context, cell) => {
      // At once: the next key is a command.
      context.selection.select(cell.id);
      await saveCell(context, cell);
      context.selection.close(cell.id);
    }),
  },
];

function insertEmpty(side: 'above' | 'below') {
  return onCell(async (context, cell) => context.selection.select(await insertBeside(context, cell, side)));
}

const CELLS: readonly Command[] = [
  {
    id: 'cell-insert-above',
    label: 'Insert a cell above',
    group: 'Cells',
    keys: ['a'],
    when: hasCell,
    run: insertEmpty('above'),
  },
  {
    id: 'cell-insert-below',
    label: 'Insert a cell below',
    group: 'Cells',
    keys: ['b'],
    when: hasCell,
    run: insertEmpty('below'),
  },
  { id: 'cell-append', label: 'Add a cell at the end', group: 'Cells' },
];

const RUN: readonly Command[] = [
  {
    id: 'cell-run-advance',
    label: 'Run the cell and select the next',
    group: 'Run',
    keys: ['Shift+Enter'],
    scope: 'cell',
    when: hasCell,
    run: onCell(async (context, cell) => {
      const running = runCell(context, cell);
      if (!context.selection.move('next')) context.perform('cell-append');
      await running;
    }),
  },
  {
    id: 'cell-run',
    label: 'Run the cell',
    group: 'Run',
    keys: ['Mod+Enter'],
    scope: 'cell',
    when: hasCode,
    run: onCell(async (context, cell) => {
      context.selection.select(cell.id);
      await runCell(context, cell);
    }),
  },
  {
    id: 'cell-run-insert',
    label: 'Run the cell and insert one below',
    group: 'Run',
    keys: ['Alt+Enter'],
    scope: 'cell',
    when: hasCell,
    run: onCell(async (context, cell) => {
      context.selection.select(cell.id);
      await runCell(context, cell);
      context.selection.edit(await insertBeside(context, cell, 'below'));
    }),
  },
];

function describeRestart(names: KernelState['names']): string {
  const gone = names.length > 0 ? ` Gone then: ${describeNames(names)}.` : '';
  return `Its variables will be gone. Cells, outputs and files stay.${gone}`;
}

const KERNEL: readonly Command[] = [
  { id: 'work-stop', label: 'Stop what is running', group: 'Kernel' },
  {
    id: 'kernel-interrupt',
    label: 'Interrupt the kernel',
    group: 'Kernel',
    keys: ['i i'],
    run: ({ session }) => controlKernel(session.id, { action: 'interrupt' }),
  },
  {
    id: 'kernel-restart',
    label: 'Restart the kernel',
    group: 'Kernel',
    keys: ['0 0'],
    run: async ({ session, confirm }) => {
      const isSure = await confirm({
        title: 'Restart the kernel?',
        text: describeRestart(session.kernel.names),
        confirmLabel: 'Restart',
      });
      if (isSure) await controlKernel(session.id, { action: 'restart' });
    },
  },
];

const HELP: readonly Command[] = [
  {
    id: 'help-palette',
    label: 'Search all commands',
    group: 'Help',
    keys: ['Mod+Shift+c', 'Mod+k'],
    scope: 'page',
  },
  { id: 'help-shortcuts', label: 'Show keyboard shortcuts', group: 'Help', keys: ['?', 'h'] },
];

export const COMMANDS: readonly Command[] = [
  ...SELECTION,
  ...CELLS,
  ...OPERATIONS,
  ...RUN,
  ...RUN_MANY,
  ...ASK,
  ...KERNEL,
  ...NOTEBOOK,
  ...PAGE,
  ...HELP,
];
