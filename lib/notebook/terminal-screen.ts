/** The screen of a terminal: the last lines of a text, and what control sequences do to them. */
import { applyParameters, isSame, type TextStyle, toStyleCode } from './styled-runs.ts';
import {
  type Cell,
  deleteCells,
  eraseCells,
  insertCells,
  readCells,
  renderCells,
  writeCell,
} from './terminal-row.ts';

/** A line on the screen: as it was written while nothing has overwritten it, else its cells. */
export interface Row {
  readonly raw: string;
  readonly cells: readonly Cell[] | null;
  /** The style set where `raw` begins, and where it ends. */
  readonly before: TextStyle | null;
  readonly after: TextStyle | null;
}

export interface TerminalText {
  /** Lines above the screen, and the style that is set after them. */
  readonly head: string;
  readonly headStyle: TextStyle | null;
  readonly rows: readonly Row[];
  readonly row: number;
  /** Null at the end of a line that nothing has overwritten. */
  readonly column: number | null;
  readonly style: TextStyle | null;
  readonly saved: { readonly row: number; readonly column: number } | null;
  /** The beginning of a control sequence whose rest has not arrived. */
  readonly pending: string;
}

export const MAX_ROWS = 24;
/** How far codes move the cursor to the right of all text. */
const MAX_COLUMN = 1_000;
export const MAX_PENDING = 4_096;

export const EMPTY_ROW: Row = { raw: '', cells: null, before: null, after: null };
export const EMPTY: TerminalText = {
  head: '',
  headStyle: null,
  rows: [EMPTY_ROW],
  row: 0,
  column: null,
  style: null,
  saved: null,
  pending: '',
};

const ESC = '\\u001b';
const CSI = '\\u009b';
const BEL = '\\u0007';
const ST = '\\u009c';
const CODE =
  '(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]|\\u001b[\\]PX^_][^\\u0007\\u001b\\u009c]*(?:\\u0007|\\u001b\\\\|\\u009c)|\\u001b[ -/]*[0-Z\\\\^-~]|\\u001b\\[|\\u009b|\\u001b';
export const CODES = new RegExp(CODE, 'gu');
export const TOKEN = new RegExp(`[\\r\\n\\b]|${CODE}`, 'gu');
export const PARTIAL = new RegExp(
  `(?:(?:${ESC}\\[|${CSI})[0-?]*[ -/]*|${ESC}[\\]PX^_][^${BEL}${ESC}${ST}]*${ESC}?|${ESC}[ -/]*)$`,
  'u',
);
export const NOTE = new RegExp(`^\\r(?:${ESC}\\[\\d+A)?(?:${ESC}\\[\\d+C)?${ESC}\\[0[\\d;]*m`, 'u');
export const CONTROL = new RegExp(`[\\r\\b${ESC}${CSI}]`, 'u');
/** Whatever lets a line need its cells: anything but text and styles. */
const UNEVEN = new RegExp(`[\\r\\b]|${ESC}(?!\\[[\\d;:]*m)|${CSI}(?![\\d;:]*m)`, 'u');
/** What no character follows that could end it: it shows nothing, and would change what is written behind it. */
const BROKEN = new RegExp(`^(?:${ESC}\\[?|${CSI})$`, 'u');
const STYLES = new RegExp(`(?:${ESC}\\[|${CSI})([\\d;:]*)m`, 'gu');
/** Leaves text as it is: styles, strings such as titles and links, modes. */
export const INERT = new RegExp(
  `^(?:(?:${ESC}\\[|${CSI})(?:[\\d;:]*m|[<-?][0-?]*[ -/]*[@-~]|[0-?]*[ -/]+[@-~]|[\\d;:]*[^@A-MPXZ\`a-fsu\\d;:m]|$)|${ESC}[\\]PX^_]|${ESC}[ -/]|${ESC}[^[78DEMc]|${ESC}$)`,
  'u',
);

export function append(row: Row, text: string, style: TextStyle | null): Row {
  if (text === '') return row;
  const code = isSame(row.after, style) ? '' : toStyleCode(style);
  return { ...row, raw: row.raw + code + text, after: style };
}

/** Moves what is above the screen to the head. */
export function scroll(state: TerminalText): TerminalText {
  const excess = state.rows.length - MAX_ROWS;
  if (excess <= 0) return state;
  const gone = state.rows.slice(0, excess);
  const [text, headStyle] = renderRows(gone, state.headStyle);
  return {
    ...state,
    head: `${state.head}${text}\n`,
    headStyle,
    rows: state.rows.slice(excess),
    row: Math.max(0, state.row - excess),
  };
}

export function render({ head, headStyle, rows }: TerminalText): [string, TextStyle | null] {
  const [text, style] = renderRows(rows, headStyle);
  return [head + text, style];
}

export function renderRows(rows: readonly Row[], start: TextStyle | null): [string, TextStyle | null] {
  let style = start;
  const lines = rows.map((row) => {
    if (row.cells) {
      const [line, after] = renderCells(row.cells, style);
      style = after;
      return line;
    }
    if (row.raw === '') return '';
    const code = isSame(style, row.before) ? '' : toStyleCode(row.before);
    style = row.after;
    return code + row.raw;
  });
  return [lines.join('\n'), style];
}

export function readRow(row: Row = EMPTY_ROW): readonly Cell[] {
  return row.cells ?? readCells(row.raw, row.before, CODES);
}

/** Before the end of a line, a return changes nothing. */
function trimReturns(line: string): string {
  let end = line.length;
  while (line[end - 1] === '\r') end--;
  return line.slice(0, end);
}

/** What one call writes to; rows that it has not touched are shared with the state before. */
export class Screen {
  state: TerminalText & { rows: Row[] };
  readonly #owned = new Map<number, Cell[]>();
  readonly #styles = new Map<TextStyle | null, Map<string, TextStyle | null>>();

  constructor(state: TerminalText) {
    this.state = { ...state, rows: [...state.rows] };
  }

  /** Adds the whole lines from `start` on that hold only text and styles, where a line begins; returns where they end. */
  writeLines(text: string, start: number): number {
    const { rows, row, column } = this.state;
    const current = rows[row];
    if (column !== null || row !== rows.length - 1 || current?.cells !== null || current.raw !== '')
      return start;
    const added: Row[] = [];
    let { style } = this.state;
    let from = start;
    for (let end = text.indexOf('\n', from); end >= 0; end = text.indexOf('\n', from)) {
      const raw = trimReturns(text.slice(from, end));
      if (UNEVEN.test(raw)) break;
      const before = style;
      for (const [, parameters = ''] of raw.matchAll(STYLES)) style = this.#changeStyle(style, parameters);
      added.push(raw === '' && from === start ? current : { raw, cells: null, before, after: style });
      from = end + 1;
    }
    if (added.length === 0) return start;
    const last = { ...EMPTY_ROW, before: style, after: style };
    const state = scroll({ ...this.state, rows: [...rows.slice(0, -1), ...added, last], style });
    this.#owned.clear();
    this.state = { ...state, rows: [...state.rows], row: state.rows.length - 1 };
    return from;
  }

  /** Programs repeat a few styles. */
  #changeStyle(style: TextStyle | null, parameters: string): TextStyle | null {
    const known = this.#styles.get(style) ?? new Map<string, TextStyle | null>();
    this.#styles.set(style, known);
    const found = known.get(parameters);
    const changed = found === undefined ? applyParameters(style, parameters) : found;
    known.set(parameters, changed);
    return changed;
  }

  write(text: string): void {
    if (text === '') return;
    const { rows, row, column, style } = this.state;
    const current = rows[row] ?? EMPTY_ROW;
    if (column === null && current.cells === null) {
      this.#replace(
        row,
        append(current.raw === '' ? { ...current, before: style, after: style } : current, text, style),
      );
      return;
    }
    const cells = this.#cells();
    let at = this.#column();
    for (const character of text) at = writeCell(cells, at, character, style);
    this.#move(row, at);
  }

  apply(token: string): void {
    const { row } = this.state;
    if (token === '\n') this.#feed();
    else if (token === '\r') this.#move(row, 0);
    else if (token === '\b') this.#move(row, this.#column() - 1);
    else if (INERT.test(token)) this.#keep(token);
    else if (token.startsWith('\u001b[') || token.startsWith('\u009b')) this.#control(token);
    else this.#escape(token.slice(1));
  }

  #keep(code: string): void {
    if (BROKEN.test(code)) return;
    const parameters = new RegExp(`^(?:${ESC}\\[|${CSI})([\\d;:]*)m$`, 'u').exec(code)?.[1];
    const style = parameters === undefined ? this.state.style : applyParameters(this.state.style, parameters);
    const { rows, row, column } = this.state;
    const current = rows[row] ?? EMPTY_ROW;
    if (column === null && current.cells === null) {
      const begun =
        current.raw === '' ? { ...current, before: this.state.style, after: this.state.style } : current;
      this.#replace(row, { ...append(begun, code, this.state.style), after: style });
    }
    this.state = { ...this.state, style };
  }

  #escape(code: string): void {
    const { row } = this.state;
    if (code === '7') this.#save();
    else if (code === '8') this.#restore();
    else if (code === 'D') this.#moveDown();
    else if (code === 'E') this.#feed();
    else if (code === 'M') this.#move(row - 1, this.#column());
    else if (code === 'c') this.state = { ...EMPTY, rows: [EMPTY_ROW] };
    if (code === 'c') this.#owned.clear();
  }

  #control(code: string): void {
    const [, written = '', final = ''] =
      new RegExp(`^(?:${ESC}\\[|${CSI})([\\d;:]*)(.)$`, 'u').exec(code) ?? [];
    const [first = 0, second = 0] = written.split(';').map(Number);
    const count = Math.min(Math.max(1, first), MAX_COLUMN);
    const { row } = this.state;
    const at = this.#column();
    const toColumn = (column: number) => this.#move(row, column);
    if (final === 'A' || final === 'F') this.#move(row - count, final === 'F' ? 0 : at);
    else if (final === 'B' || final === 'E' || final === 'e') this.#move(row + count, final === 'E' ? 0 : at);
    else if (final === 'C' || final === 'a') toColumn(at + count);
    else if (final === 'D') toColumn(at - count);
    else if (final === 'G' || final === '`') toColumn(count - 1);
    else if (final === 'H' || final === 'f') this.#move(count - 1, Math.max(1, second) - 1);
    else if (final === 'd') this.#move(count - 1, at);
    else this.#change(final, first, count);
  }

  /** Control sequences that change what is written, or keep a place. */
  #change(final: string, first: number, count: number): void {
    const at = this.#column();
    if (final === 's') this.#save();
    else if (final === 'u') this.#restore();
    else if (final === 'K') this.#eraseLine(first);
    else if (final === 'J') this.#eraseScreen(first);
    else if (final === 'P') deleteCells(this.#cells(), at, count);
    else if (final === '@') insertCells(this.#cells(), at, count);
    else if (final === 'X') eraseCells(this.#cells(), at, at + count);
    else if (final === 'L') this.#insertRows(count);
    else if (final === 'M') this.#deleteRows(count);
    else if (final === 'b') this.#repeat(count);
  }

  #repeat(count: number): void {
    const cells = this.#cells();
    const text = cells[this.#column() - 1]?.text ?? '';
    if (text !== '') this.write(text.repeat(count));
  }

  #eraseLine(mode: number): void {
    const at = this.#column();
    const cells = this.#cells();
    if (mode === 0) eraseCells(cells, at, Number.POSITIVE_INFINITY);
    else if (mode === 1) eraseCells(cells, 0, at + 1);
    else if (mode === 2) cells.length = 0;
    this.#move(this.state.row, at);
  }

  #eraseScreen(mode: number): void {
    const { row, rows } = this.state;
    if (mode === 0 || mode === 1) this.#eraseLine(mode);
    const isErased = (index: number) => mode > 1 || (mode === 0 ? index > row : index < row);
    const at = this.#column();
    for (const index of rows.keys()) {
      if (isErased(index)) this.#replace(index, { ...EMPTY_ROW, cells: [] });
    }
    for (const index of rows.keys()) if (isErased(index)) this.#owned.delete(index);
    if (mode === 3) this.state = { ...this.state, head: '', headStyle: null };
    if (mode !== 1) this.state = { ...this.state, rows: this.state.rows.slice(0, row + 1) };
    this.#move(row, at);
  }

  #insertRows(count: number): void {
    const { row, rows } = this.state;
    const blank = Array.from({ length: Math.min(count, MAX_ROWS - row) }, () => ({
      ...EMPTY_ROW,
      cells: [],
    }));
    this.#setRows([...rows.slice(0, row), ...blank, ...rows.slice(row)].slice(0, MAX_ROWS));
    this.#move(row, 0);
  }

  #deleteRows(count: number): void {
    const { row, rows } = this.state;
    const rest = [...rows.slice(0, row), ...rows.slice(row + count)];
    this.#setRows(rest.length > row ? rest : [...rest, { ...EMPTY_ROW, cells: [] }]);
    this.#move(row, 0);
  }

  #setRows(rows: Row[]): void {
    this.#owned.clear();
    this.state = { ...this.state, rows };
  }

  #save(): void {
    this.state = { ...this.state, saved: { row: this.state.row, column: this.#column() } };
  }

  #restore(): void {
    this.#move(this.state.saved?.row ?? 0, this.state.saved?.column ?? 0);
  }

  #moveDown(): void {
    const at = this.#column();
    this.#feed();
    this.#move(this.state.row, at);
  }

  /** The line below; a new one at the end of the text. */
  #feed(): void {
    const { row, rows, style } = this.state;
    if (row + 1 < rows.length) {
      this.#move(row + 1, 0);
      return;
    }
    const state = scroll({ ...this.state, rows: [...rows, { ...EMPTY_ROW, before: style, after: style }] });
    if (state.rows.length <= rows.length) this.#owned.clear();
    this.state = { ...state, rows: [...state.rows], row: state.rows.length - 1, column: null };
  }

  #move(row: number, column: number): void {
    const target = Math.min(Math.max(0, row), MAX_ROWS - 1);
    const { rows } = this.state;
    while (rows.length <= target) rows.push({ ...EMPTY_ROW, cells: [] });
    const { cells, raw } = rows[target] ?? EMPTY_ROW;
    const isStart = cells === null && raw === '' && column === 0;
    const limit = Math.max(MAX_COLUMN, cells?.length ?? raw.length);
    const at = isStart ? null : Math.min(Math.max(0, column), limit);
    this.state = { ...this.state, row: target, column: at };
  }

  #column(): number {
    return this.state.column ?? readRow(this.state.rows[this.state.row]).length;
  }

  /** The cells of the cursor's line, to be changed. */
  #cells(): Cell[] {
    const { row, rows } = this.state;
    const owned = this.#owned.get(row);
    if (owned) return owned;
    const cells = [...readRow(rows[row])];
    const column = this.#column();
    this.#replace(row, { ...EMPTY_ROW, cells });
    this.state = { ...this.state, column };
    this.#owned.set(row, cells);
    return cells;
  }

  #replace(index: number, row: Row): void {
    this.state.rows[index] = row;
  }
}
