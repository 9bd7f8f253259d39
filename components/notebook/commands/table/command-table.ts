/** Every command of a notebook's page, for the keyboard, the palette, menus, buttons and the list of shortcuts. */
import { isBusy } from '../../../../lib/session/session.ts';
import { findWaitingCell } from '../../../../lib/session/view/find-waiting-cell.ts';
import { listDeletedCells } from '../../../../lib/session/view/list-deleted-cells.ts';
import { listWaitingCells } from '../../../../lib/session/view/list-waiting-cells.ts';
import {
  canEdit,
  canEditCode,
  canEditNote,
  canJoinBelow,
  canMove,
  hasEditor,
  hasHistory,
  isOfQuestion,
} from './cell-conditions.ts';
import type { Command } from './command.ts';

/** By id, noun first. Keys are JupyterLab's where it has them. The palette keeps this order. */
export const COMMANDS = {
  'cell-next': { title: 'Select the next cell', section: 'Cells', keys: ['ArrowDown', 'j'] },
  'cell-previous': { title: 'Select the previous cell', section: 'Cells', keys: ['ArrowUp', 'k'] },
  'cell-edit': { title: 'Edit the cell', section: 'Cells', keys: ['Enter'], about: 'cell', when: canEdit },
  'cell-waiting': {
    title: 'Go to the waiting cell',
    section: 'Cells',
    when: ({ session }) => findWaitingCell(session) !== null,
  },
  'cell-leave': {
    title: 'Leave the editor and keep the text',
    section: 'Cells',
    keys: ['Escape'],
    scope: 'edit',
    about: 'cell',
    when: hasEditor,
  },
  'cell-insert-above': { title: 'Insert a cell above', section: 'Cells', keys: ['a'], about: 'cell' },
  'cell-insert-below': { title: 'Insert a cell below', section: 'Cells', keys: ['b'], about: 'cell' },
  'cell-append': { title: 'Add a cell at the end', section: 'Cells', runsIn: 'component' },
  'cell-delete': { title: 'Delete the cell', section: 'Cells', keys: ['d d'], about: 'cell', when: canMove },
  'run-delete': {
    title: 'Delete this question and its cells',
    section: 'Cells',
    about: 'cell',
    when: isOfQuestion,
  },
  'cell-cut': { title: 'Cut the cell', section: 'Cells', keys: ['x'], about: 'cell', when: canMove },
  'cell-copy': { title: 'Copy the cell', section: 'Cells', keys: ['c'], about: 'cell' },
  'cell-paste': {
    title: 'Paste the cell below',
    section: 'Cells',
    keys: ['v'],
    when: ({ clipboard }) => clipboard.read() !== null,
  },
  'cell-duplicate': { title: 'Duplicate the cell', section: 'Cells', about: 'cell', when: canEdit },
  'cell-clear-output': {
    title: 'Clear the output',
    section: 'Cells',
    about: 'cell',
    when: ({ cell }) => cell.type === 'code' && cell.outputs.length > 0 && cell.status !== 'running',
  },
  'cell-fold-output': {
    title: 'Collapse or show the output',
    section: 'Cells',
    keys: ['o'],
    about: 'cell',
    when: ({ cell }) => cell.type === 'code' && cell.outputs.length > 0,
    runsIn: 'component',
  },
  'cell-undo': { title: 'Undo the last cell operation', section: 'Cells', keys: ['z'] },
  'cell-redo': { title: 'Redo the last cell operation', section: 'Cells', keys: ['Shift+z'] },
  'cell-history': {
    title: 'History of the cell',
    hint: 'All versions, with their outputs',
    section: 'Cells',
    keys: ['Shift+h'],
    about: 'cell',
    when: hasHistory,
    runsIn: 'component',
  },
  'cells-deleted': {
    title: 'Deleted cells',
    section: 'Cells',
    when: ({ session }) => listDeletedCells(session).length > 0,
    runsIn: 'component',
  },
  'cell-move-up': {
    title: 'Move the cell up',
    section: 'Cells',
    keys: ['Mod+Shift+ArrowUp'],
    about: 'cell',
    when: canMove,
  },
  'cell-move-down': {
    title: 'Move the cell down',
    section: 'Cells',
    keys: ['Mod+Shift+ArrowDown'],
    about: 'cell',
    when: canMove,
  },
  'cell-split': {
    title: 'Split the cell at the cursor',
    section: 'Cells',
    keys: ['Mod+_'],
    scope: 'edit',
    about: 'cell',
    when: (state) => canEdit(state) && hasEditor(state),
  },
  'cell-merge': {
    title: 'Join with the cell below',
    section: 'Cells',
    keys: ['Shift+m'],
    about: 'cell',
    when: canJoinBelow,
  },
  'cell-to-markdown': {
    title: 'Change to a note',
    section: 'Cells',
    keys: ['m'],
    about: 'cell',
    when: canEditCode,
  },
  'cell-to-code': {
    title: 'Change to code',
    section: 'Cells',
    keys: ['y'],
    about: 'cell',
    when: canEditNote,
  },
  'cell-run-advance': {
    title: 'Run the cell and select the next',
    section: 'Run',
    keys: ['Shift+Enter'],
    scope: 'cell',
    about: 'cell',
  },
  'cell-run': {
    title: 'Run the cell',
    section: 'Run',
    keys: ['Mod+Enter'],
    scope: 'cell',
    about: 'cell',
    when: ({ cell }) => cell.role === 'code',
  },
  'cell-run-insert': {
    title: 'Run the cell and insert one below',
    section: 'Run',
    keys: ['Alt+Enter'],
    scope: 'cell',
    about: 'cell',
  },
  'cell-take-out': {
    title: 'Take the cell out of the queue',
    section: 'Run',
    keys: ['q'],
    about: 'cell',
    when: ({ session, cell }) => listWaitingCells(session).includes(cell.id),
  },
  'run-all': { title: 'Run all cells', section: 'Run' },
  'run-above': { title: 'Run all cells above', section: 'Run', about: 'cell' },
  'run-to': { title: 'Run all above and this cell', section: 'Run', about: 'cell' },
  'run-below': { title: 'Run the cell and all below', section: 'Run', about: 'cell' },
  'run-stale': { title: 'Run outdated cells', section: 'Run' },
  'cell-fix': {
    title: 'Fix this error',
    hint: 'The agent corrects the cell in its place',
    section: 'Agent',
    about: 'cell',
    when: (state) => state.cell.status === 'error' && canEditCode(state) && !isBusy(state.session),
    runsIn: 'component',
  },
  'cell-change': {
    title: 'Change this cell…',
    hint: 'The agent changes it in its place',
    section: 'Agent',
    about: 'cell',
    when: (state) => canEditCode(state) && !isBusy(state.session),
    runsIn: 'component',
  },
  'cell-ask': {
    title: 'Ask about this output',
    section: 'Agent',
    about: 'cell',
    when: ({ session, cell }) => cell.outputs.length > 0 && !isBusy(session),
    runsIn: 'component',
  },
  'task-rephrase': {
    title: 'Rephrase the last question',
    section: 'Agent',
    when: ({ session }) => session.runs.at(-1)?.outcome != null,
    runsIn: 'component',
  },
  'cell-branch': {
    title: 'Branch from here',
    hint: 'A new notebook with all cells up to this one',
    section: 'Cells',
    about: 'cell',
  },
  'cell-continue': {
    title: 'Continue from here',
    hint: 'A task for the agent that starts from this cell',
    section: 'Agent',
    about: 'cell',
    when: (state) => canMove(state) && !isBusy(state.session),
    runsIn: 'component',
  },
  'work-stop': { title: 'Stop what is running', section: 'Kernel', keys: ['i i'], runsIn: 'component' },
  'kernel-interrupt': { title: 'Interrupt the kernel', section: 'Kernel' },
  'kernel-restart': { title: 'Restart the kernel', section: 'Kernel', keys: ['0 0'] },
  'kernel-restart-run': { title: 'Restart the kernel and run all cells', section: 'Kernel' },
  'notebook-save': { title: 'Save', section: 'Notebook', keys: ['Mod+s'], scope: 'page' },
  'notebook-find': {
    title: 'Find and replace',
    section: 'Notebook',
    // The browser finds only what is drawn.
    keys: ['Mod+f'],
    scope: 'page',
    runsIn: 'component',
  },
  'find-next': {
    title: 'Next match',
    section: 'Notebook',
    keys: ['Mod+g'],
    scope: 'page',
    runsIn: 'component',
  },
  'find-previous': {
    title: 'Previous match',
    section: 'Notebook',
    keys: ['Mod+Shift+g'],
    scope: 'page',
    runsIn: 'component',
  },
  'notebook-clear-outputs': {
    title: 'Clear all outputs',
    section: 'Notebook',
    when: ({ session }) => session.cells.some(({ outputs }) => outputs.length > 0),
  },
  'notebook-verify': {
    title: 'Verify from a clean start',
    hint: 'Runs all code in a new kernel and compares',
    section: 'Notebook',
    when: ({ session }) => session.cells.some(({ type }) => type === 'code') && !isBusy(session),
    runsIn: 'component',
  },
  'code-wrap': { title: 'Wrap long lines of code, or stop wrapping', section: 'Page', runsIn: 'component' },
  'work-unfold': { title: 'Expand the work of all runs', section: 'Notebook', runsIn: 'component' },
  'work-fold': { title: 'Collapse the work of all runs', section: 'Notebook', runsIn: 'component' },
  'notebook-new': { title: 'New notebook', section: 'Notebook' },
  'notebook-blank': { title: 'New blank notebook', section: 'Notebook' },
  'notebook-open': { title: 'Open a notebook file (.ipynb)', section: 'Notebook' },
  'notebook-rename': { title: 'Rename the notebook', section: 'Notebook', runsIn: 'component' },
  'notebook-pin': { title: 'Pin the notebook to the top', section: 'Notebook', runsIn: 'component' },
  'notebook-unpin': { title: 'Unpin the notebook', section: 'Notebook', runsIn: 'component' },
  'notebook-delete': { title: 'Delete the notebook', section: 'Notebook', runsIn: 'component' },
  'export-ipynb': {
    title: 'Download as .ipynb',
    hint: 'Jupyter notebook',
    section: 'Notebook',
    runsIn: 'component',
  },
  'export-py': {
    title: 'Download as .py',
    hint: 'Script with cell markers',
    section: 'Notebook',
    runsIn: 'component',
  },
  'export-html': {
    title: 'Download as .html',
    hint: 'Self-contained page',
    section: 'Notebook',
    runsIn: 'component',
  },
  'export-md': {
    title: 'Download as .md',
    hint: 'Markdown with pictures',
    section: 'Notebook',
    runsIn: 'component',
  },
  'notebook-print': {
    title: 'Print the notebook',
    hint: 'All of it, on paper or as a PDF',
    section: 'Notebook',
    // The browser would print only what is near the screen, because the page does not draw the rest.
    keys: ['Mod+p'],
    scope: 'page',
    runsIn: 'component',
  },
  'notebook-share': {
    title: 'Share a link',
    hint: 'Read-only',
    section: 'Notebook',
    runsIn: 'component',
  },
  'model-choose': { title: 'Choose the model', section: 'Agent', runsIn: 'component' },
  'model-connect': { title: 'Connect a language model', section: 'Agent', runsIn: 'component' },
  'panel-files': { title: 'Show the files', section: 'Page', runsIn: 'component' },
  'panel-outline': { title: 'Show the outline', section: 'Page', runsIn: 'component' },
  'panel-variables': { title: 'Show the variables', section: 'Page', runsIn: 'component' },
  'panel-run': { title: 'Show the run and the kernel', section: 'Page', runsIn: 'component' },
  'panel-notebooks': { title: 'Show your notebooks', section: 'Page', runsIn: 'component' },
  'theme-light': { title: 'Theme: light', section: 'Page' },
  'theme-dark': { title: 'Theme: dark', section: 'Page' },
  'theme-system': { title: 'Theme: system', section: 'Page' },
  'settings-open': { title: 'Open the settings', section: 'Page', runsIn: 'component' },
  'help-palette': {
    title: 'Search all commands',
    section: 'Help',
    keys: ['Mod+Shift+c', 'Mod+k'],
    scope: 'page',
    runsIn: 'component',
  },
  'help-shortcuts': {
    title: 'Show keyboard shortcuts',
    section: 'Help',
    keys: ['?', 'h'],
    runsIn: 'component',
  },
} as const satisfies Record<string, Command>;

export type CommandId = keyof typeof COMMANDS;

/** Commands that a component on the page runs. */
export type ComponentCommandId = {
  [Id in CommandId]: (typeof COMMANDS)[Id] extends { readonly runsIn: 'component' } ? Id : never;
}[CommandId];

/** Commands with their own function. */
export type OwnCommandId = Exclude<CommandId, ComponentCommandId>;

export function getCommand(id: CommandId): Command {
  return COMMANDS[id];
}

/** All ids, in the order of the table. */
export function listCommandIds(): CommandId[] {
  return Object.keys(COMMANDS).filter(isCommandId);
}

function isCommandId(id: string): id is CommandId {
  return Object.hasOwn(COMMANDS, id);
}
