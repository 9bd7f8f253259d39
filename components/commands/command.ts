/** What a person can do by key, by palette or by button: a row of the one table in `command-list.ts`. */
import type { Cell, Session } from '../../lib/session/session.ts';
import type { CellClipboard } from './cell-clipboard.ts';
import type { CellEditors } from './cell-editors.ts';
import type { Selection } from './selection.ts';

export interface Command {
  /** Noun first, as in `cell-delete`. */
  readonly id: string;
  /** What it does, as a person says it. */
  readonly label: string;
  /** What comes of it, where the label leaves that open. */
  readonly hint?: string;
  readonly group: 'Cells' | 'Run' | 'Agent' | 'Kernel' | 'Notebook' | 'Page' | 'Help';
  /** Key chords as `to-chord.ts` writes them; a space stands between keys pressed one after the other: `d d`. */
  readonly keys?: readonly string[];
  /**
   * Where the keys count: while a cell is selected and nothing is being typed (`command`, the default), in a cell's
   * editor (`edit`), in both (`cell`), or on the whole page (`page`), where they must have Ctrl, Cmd or Alt in them.
   */
  readonly scope?: 'command' | 'edit' | 'cell' | 'page';
  /** Whether it makes sense now. What only fails now is better tried: its error is a sentence that says why. */
  readonly when?: (context: CommandContext) => boolean;
  /** What it throws is shown. Absent where a component on the page does it: see `useCommand`. */
  readonly run?: (context: CommandContext) => void | Promise<void>;
}

export interface CommandContext {
  /** As it is at the moment. */
  readonly session: Session;
  /** The selected cell. */
  readonly cell: Cell | null;
  readonly selection: Selection;
  /** What is being written in cells. */
  readonly editors: CellEditors;
  readonly clipboard: CellClipboard;
  /** Asks before something that cannot be undone. */
  confirm(question: Question): Promise<boolean>;
  /** Says what was done, in place of what was said before. */
  tell(message: Message): void;
  /** What it is to write, where it was given that. */
  readonly words: string;
  /** Runs another command. */
  perform(commandId: string): void;
}

/** What a command has done, as a sentence. */
export interface Message {
  text: string;
  /** The cell whose last operation can be taken back. */
  undoCellId?: string;
}

export interface Question {
  title: string;
  text: string;
  confirmLabel: string;
}
