/** What a command's function receives. */
import type { Cell } from '../../../../lib/session/session.ts';
import type { Selection } from '../state/selection.ts';
import type { CommandState } from './command.ts';
import type { CommandId } from './command-table.ts';

export interface CommandContext extends CommandState {
  readonly selection: Selection;
  /** Asks before something that cannot be undone. */
  confirm(question: Question): Promise<boolean>;
  /** Shows what was done and replaces the previous message. */
  tell(message: Message): void;
  /** Runs another command. */
  runCommand(id: CommandId): void;
}

/** Errors that it throws are shown. */
export type CommandRun = (context: CommandContext) => void | Promise<void>;

/** A sentence that says what a command has done. */
export interface Message {
  text: string;
  /** The cell whose last operation can be undone. */
  undoCellId?: string;
}

export interface Question {
  title: string;
  text: string;
  confirmLabel: string;
}

/** The function of a command on the selected cell; it does nothing without one. */
export function onCell(run: (context: CommandContext, cell: Cell) => void | Promise<void>): CommandRun {
  return (context) => {
    if (context.cell) return run(context, context.cell);
  };
}
