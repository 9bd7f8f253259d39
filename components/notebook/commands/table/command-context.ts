/** What the function of a command is given. */
import type { Cell } from '../../../../lib/session/session.ts';
import type { Selection } from '../state/selection.ts';
import type { CommandState } from './command.ts';
import type { CommandId } from './command-table.ts';

export interface CommandContext extends CommandState {
  readonly selection: Selection;
  /** Asks before something that cannot be undone. */
  confirm(question: Question): Promise<boolean>;
  /** Shows what was done, in place of what was shown before. */
  tell(message: Message): void;
  /** Runs another command. */
  runCommand(id: CommandId): void;
}

/** What it throws is shown. */
export type CommandRun = (context: CommandContext) => void | Promise<void>;

/** What a command has done, as a sentence. */
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

/** The function of a command about the selected cell; without one it does nothing. */
export function onCell(run: (context: CommandContext, cell: Cell) => void | Promise<void>): CommandRun {
  return (context) => {
    if (context.cell) return run(context, context.cell);
  };
}
