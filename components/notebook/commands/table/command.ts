/** A row of the table of commands in `command-table.ts`. */
import type { Cell, Session } from '../../../../lib/session/session.ts';
import type { CellEditors } from '../../editor/cell-editors.ts';
import type { CellClipboard } from '../state/cell-clipboard.ts';

/** What decides whether a command can be used now. */
export interface CommandState {
  readonly session: Session;
  /** The selected cell. */
  readonly cell: Cell | null;
  /** Open editors of cells. */
  readonly editors: CellEditors;
  readonly clipboard: CellClipboard;
}

/** The state with a selected cell. */
export interface CellState extends CommandState {
  readonly cell: Cell;
}

interface Row<State extends CommandState> {
  /** Key chords as `toChord` writes them. A space separates keys pressed one after another: `d d`. */
  readonly keys?: readonly string[];
  /**
   * Where the keys apply: while a cell is selected and nothing is edited (`command`, the default), in a cell's
   * editor (`edit`), in both (`cell`), or on the whole page (`page`), where they must include Ctrl, Cmd or Alt.
   */
  readonly scope?: 'command' | 'edit' | 'cell' | 'page';
  /** Whether it can be used now; when absent, always. A command that would fail is still offered: its error says why. */
  readonly when?: (state: State) => boolean;
  /**
   * `component`: a component on the page runs it, through `useCommandHandler`, and it can be used while that component
   * is there. Absent: it has its own function in the folder `runs`.
   */
  readonly runsIn?: 'component';
}

interface CellCommand extends Row<CellState> {
  /** It acts on the selected cell and cannot be used without one. */
  readonly about: 'cell';
}

interface PageCommand extends Row<CommandState> {
  readonly about?: undefined;
}

export type Command = CellCommand | PageCommand;
