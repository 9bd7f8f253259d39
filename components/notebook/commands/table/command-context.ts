/** What a command's function receives. */
import type { ChangedCell } from '../../../../lib/protocol/cells/cell-change.ts';
import type { Cell } from '../../../../lib/session/session.ts';
import type { Drafts } from '../../editor/drafts.ts';
import type { Selection } from '../state/selection.ts';
import type { Turns } from '../state/take-turns.ts';
import type { CommandState } from './command.ts';
import type { CommandId, OwnCommandId } from './command-table.ts';

export interface CommandContext extends CommandState {
  readonly selection: Selection;
  readonly drafts: Drafts;
  /** Asks before something that cannot be undone. */
  confirm(question: Question): Promise<boolean>;
  /** Asks which of two texts of a cell is kept. */
  chooseVersion(conflict: Conflict): Promise<VersionChoice>;
  /** Shows what was done and replaces the previous message; null takes it away. */
  tell(message: Message | null): void;
  readonly inTurn: Turns;
  /** The cell as it is by now; null when it is gone. */
  readCell(cellId: string): Cell | null;
  /** Runs another command. */
  runCommand(id: CommandId): void;
}

/** A cell that was changed while its editor was open. */
export interface Conflict {
  readonly mine: string;
  readonly theirs: ChangedCell;
}

/** `edit`: the user continues to edit, and has seen the other text. */
export type VersionChoice = 'mine' | 'theirs' | 'edit';

/** Errors that it throws are shown. */
export type CommandRun = (context: CommandContext) => void | Promise<void>;

/** Functions of some commands, by id. */
export type CommandRuns = { readonly [Id in OwnCommandId]?: CommandRun };

/** A sentence that says what a command has done. */
export interface Message {
  text: string;
  /** The operation that can be undone. */
  operationId?: string | null | undefined;
  /** Takes back what is not an operation on cells. */
  undo?: () => void;
}

export interface Question {
  title: string;
  text: string;
  confirmLabel: string;
}

/** Several requests as one turn: what the user says meanwhile comes after all of them. */
export function asOneTurn<Result>(
  context: CommandContext,
  run: (context: CommandContext) => Promise<Result>,
): Promise<Result> {
  return context.inTurn(() => run({ ...context, inTurn: (request) => request() }));
}

/** The function of a command on the selected cell; it does nothing without one. */
export function onCell(run: (context: CommandContext, cell: Cell) => void | Promise<void>): CommandRun {
  return (context) => {
    if (context.cell) return run(context, context.cell);
  };
}
