/** Every command of a notebook's page, for the keyboard, the palette, menus, buttons and the list of shortcuts. */
import { canBranchLive } from '../../../../lib/session/can-branch-live.ts';
import { isBusy } from '../../../../lib/session/session.ts';
import { isPython } from '../../../../lib/session/stale/find-stale.ts';
import { findWaitingCell } from '../../../../lib/session/view/cells/find-waiting-cell.ts';
import { listDeletedCells } from '../../../../lib/session/view/cells/list-cell-versions.ts';
import { listWaitingCells } from '../../../../lib/session/view/cells/list-waiting-cells.ts';
import {
  canEdit,
  canEditCode,
  canEditNote,
  canJoinBelow,
  canMove,
  canTakeBack,
  hasEditor,
  hasHistory,
  isOfQuestion,
  isSaid,
} from './cell-conditions.ts';
import type { Command } from './command.ts';

/** By id, noun first. Keys are JupyterLab's where it has them. The palette keeps this order. */
const COMMANDS = {
  'cell-next': { keys: ['ArrowDown', 'j'] },
  'cell-previous': { keys: ['ArrowUp', 'k'] },
  'cell-edit': { keys: ['Enter'], about: 'cell', when: canEdit },
  'cell-waiting': {
    when: ({ session }) => findWaitingCell(session) !== null,
  },
  'cell-leave': {
    keys: ['Escape'],
    scope: 'edit',
    about: 'cell',
    when: hasEditor,
  },
  'cell-insert-above': { keys: ['a'], about: 'cell' },
  'cell-insert-below': { keys: ['b'], about: 'cell' },
  'cell-append': { runsIn: 'component' },
  'cell-append-sql': { when: ({ session }) => isPython(session.kernel) },
  'cell-delete': { keys: ['d d'], about: 'cell', when: canMove },
  'run-delete': {
    about: 'cell',
    when: isOfQuestion,
  },
  'cell-cut': { keys: ['x'], about: 'cell', when: canMove },
  'cell-copy': { keys: ['c'], about: 'cell' },
  'cell-paste': {
    keys: ['v'],
    when: ({ clipboard }) => clipboard.read() !== null,
  },
  'cell-duplicate': { about: 'cell', when: canEdit },
  'cell-clear-output': {
    about: 'cell',
    when: ({ cell }) => cell.type === 'code' && cell.outputs.length > 0 && cell.status !== 'running',
  },
  'cell-fold-output': {
    keys: ['o'],
    about: 'cell',
    when: ({ cell }) => cell.type === 'code' && cell.outputs.length > 0,
    runsIn: 'component',
  },
  'cell-undo': { keys: ['z'] },
  'cell-redo': { keys: ['Shift+z'] },
  'cell-history': {
    keys: ['Shift+h'],
    about: 'cell',
    when: hasHistory,
    runsIn: 'component',
  },
  'cells-deleted': {
    when: ({ session }) => listDeletedCells(session).length > 0,
    runsIn: 'component',
  },
  'cell-move-up': {
    keys: ['Mod+Shift+ArrowUp'],
    about: 'cell',
    when: canMove,
  },
  'cell-move-down': {
    keys: ['Mod+Shift+ArrowDown'],
    about: 'cell',
    when: canMove,
  },
  'cell-split': {
    keys: ['Mod+_'],
    scope: 'edit',
    about: 'cell',
    when: (state) => canEdit(state) && hasEditor(state),
  },
  'cell-merge': {
    keys: ['Shift+m'],
    about: 'cell',
    when: canJoinBelow,
  },
  'cell-to-markdown': {
    keys: ['m'],
    about: 'cell',
    when: canEditCode,
  },
  'cell-to-code': {
    keys: ['y'],
    about: 'cell',
    when: (state) => canEditNote(state) || (canEditCode(state) && state.cell.language !== undefined),
  },
  'cell-to-sql': {
    keys: ['s'],
    about: 'cell',
    when: (state) => canEdit(state) && state.cell.language === undefined && isPython(state.session.kernel),
  },
  'cell-run-advance': {
    keys: ['Shift+Enter'],
    scope: 'cell',
    about: 'cell',
  },
  'cell-run': {
    keys: ['Mod+Enter'],
    scope: 'cell',
    about: 'cell',
    when: ({ cell }) => cell.role === 'code',
  },
  'cell-run-insert': {
    keys: ['Alt+Enter'],
    scope: 'cell',
    about: 'cell',
  },
  'cell-take-out': {
    keys: ['q'],
    about: 'cell',
    when: ({ session, cell }) => listWaitingCells(session).includes(cell.id),
  },
  'run-all': {},
  'run-above': { about: 'cell' },
  'run-to': { about: 'cell' },
  'run-below': { about: 'cell' },
  'cell-take-back': { about: 'cell', when: canTakeBack },
  'run-again': { about: 'cell', when: canTakeBack },
  'run-stale': {},
  'cell-fix': {
    about: 'cell',
    when: (state) => state.cell.status === 'error' && canEditCode(state) && !isBusy(state.session),
    runsIn: 'component',
  },
  'cell-change': {
    about: 'cell',
    when: (state) => canEditCode(state) && !isBusy(state.session),
    runsIn: 'component',
  },
  'cell-ask': {
    about: 'cell',
    when: ({ session, cell }) => cell.outputs.length > 0 && !isBusy(session),
    runsIn: 'component',
  },
  'definition-keep': {
    about: 'cell',
    when: isSaid,
    runsIn: 'component',
  },
  'task-rephrase': {
    when: ({ session }) => session.runs.at(-1)?.outcome != null,
    runsIn: 'component',
  },
  'cell-branch': {
    about: 'cell',
  },
  'cell-continue': {
    about: 'cell',
    when: (state) => canMove(state) && !isBusy(state.session),
    runsIn: 'component',
  },
  'ways-try': { when: ({ session }) => !isBusy(session), runsIn: 'component' },
  'ways-show': { when: ({ session }) => session.ways.length > 0 },
  'work-stop': { keys: ['i i'], runsIn: 'component' },
  'kernel-interrupt': {},
  'kernel-restart': { keys: ['0 0'] },
  'kernel-restart-run': {},
  'notebook-save': { keys: ['Mod+s'], scope: 'page' },
  'notebook-find': {
    // The browser finds only what is drawn.
    keys: ['Mod+f'],
    scope: 'page',
    runsIn: 'component',
  },
  'find-next': {
    keys: ['Mod+g'],
    scope: 'page',
    runsIn: 'component',
  },
  'find-previous': {
    keys: ['Mod+Shift+g'],
    scope: 'page',
    runsIn: 'component',
  },
  'notebook-clear-outputs': {
    when: ({ session }) => session.cells.some(({ outputs }) => outputs.length > 0),
  },
  'notebook-verify': {
    when: ({ session }) => session.cells.some(({ type }) => type === 'code') && !isBusy(session),
    runsIn: 'component',
  },
  'code-wrap': { runsIn: 'component' },
  'work-unfold': { runsIn: 'component' },
  'work-fold': { runsIn: 'component' },
  'notebook-new': {},
  'notebook-blank': {},
  'notebook-open': {},
  'notebook-branch': { when: ({ session }) => canBranchLive(session) },
  'notebook-rename': { runsIn: 'component' },
  'notebook-pin': { runsIn: 'component' },
  'notebook-unpin': { runsIn: 'component' },
  'notebook-delete': { runsIn: 'component' },
  'export-ipynb': {
    runsIn: 'component',
  },
  'export-py': {
    runsIn: 'component',
  },
  'export-html': {
    runsIn: 'component',
  },
  'export-md': {
    runsIn: 'component',
  },
  'notebook-print': {
    // The browser would print only what is near the screen, because the page does not draw the rest.
    keys: ['Mod+p'],
    scope: 'page',
    runsIn: 'component',
  },
  'notebook-share': {
    runsIn: 'component',
  },
  'notebook-schedule': { runsIn: 'component' },
  'model-choose': { runsIn: 'component' },
  'model-connect': { runsIn: 'component' },
  'database-connect': { runsIn: 'component' },
  'panel-files': { runsIn: 'component' },
  'panel-outline': { runsIn: 'component' },
  'panel-variables': { runsIn: 'component' },
  'panel-run': { runsIn: 'component' },
  'panel-notebooks': { runsIn: 'component' },
  'theme-light': {},
  'theme-dark': {},
  'theme-system': {},
  'settings-open': { runsIn: 'component' },
  'help-palette': {
    keys: ['Mod+Shift+c', 'Mod+k'],
    scope: 'page',
    runsIn: 'component',
  },
  'help-shortcuts': {
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
