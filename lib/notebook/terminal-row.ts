/** One line of a terminal as cells, each with its own style, and what control sequences do to it. */
import { applyParameters, isSame, type TextStyle, toStyleCode } from './styled-runs.ts';

/** Null where nothing was written. */
export type Cell = { readonly text: string; readonly style: TextStyle | null } | null;

/** The columns of a wide character or a tab after its first. */
const CONTINUED: Cell = { text: '', style: null };
const TAB_COLUMNS = 8;

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;
const STYLE = /^.{1,2}([\d;:]*)m$/su;
const CONTROL = /\p{Cc}/u;

/** Writes one character at a column; returns the column after it. */
export function writeCell(cells: Cell[], column: number, text: string, style: TextStyle | null): number {
  if (text === '\t') return writeTab(cells, column, style);
  if (CONTROL.test(text)) return column;
  if (text > '~' && NO_WIDTH.test(text)) {
    const at = findLead(cells, column - 1);
    const before = cells[at];
    if (before) cells[at] = { ...before, text: before.text + text };
    return column;
  }
  const width = text > '~' && WIDE.test(text) ? 2 : 1;
  for (let at = column; at < column + width; at++) clearCell(cells, at);
  cells[column] = { text, style };
  if (width === 2) cells[column + 1] = CONTINUED;
  return column + width;
}

/** Within the line a tab moves only. */
function writeTab(cells: Cell[], column: number, style: TextStyle | null): number {
  const stop = (Math.floor(column / TAB_COLUMNS) + 1) * TAB_COLUMNS;
  fill(cells, column);
  if (cells.length === column) {
    cells[column] = { text: '\t', style };
    while (cells.length < stop) cells.push(CONTINUED);
  }
  return stop;
}

function findLead(cells: readonly Cell[], column: number): number {
  let at = column;
  while (at > 0 && cells[at] === CONTINUED) at--;
  return at;
}

function fill(cells: Cell[], length: number): void {
  while (cells.length < length) cells.push(null);
}

/** What is left of a wide character or a tab is blank. */
function clearCell(cells: Cell[], column: number): void {
  fill(cells, column);
  const lead = findLead(cells, column);
  if (lead === column && cells[column + 1] !== CONTINUED) {
    if (column < cells.length) cells[column] = null;
    return;
  }
  const blank = { text: ' ', style: cells[lead]?.style ?? null };
  for (let at = lead; at === lead || cells[at] === CONTINUED; at++) cells[at] = blank;
  cells[column] = null;
}

export function eraseCells(cells: Cell[], from: number, to: number): void {
  for (let at = from; at < Math.min(to, cells.length); at++) clearCell(cells, at);
  if (to >= cells.length) cells.length = Math.min(cells.length, from);
}

export function deleteCells(cells: Cell[], column: number, count: number): void {
  if (column >= cells.length) return;
  for (const edge of [column, column + count]) if (cells[edge] === CONTINUED) clearCell(cells, edge);
  cells.splice(column, count);
}

export function insertCells(cells: Cell[], column: number, count: number): void {
  if (column >= cells.length) return;
  if (cells[column] === CONTINUED) clearCell(cells, column);
  cells.splice(column, 0, ...Array.from({ length: count }, () => null));
}

/** The cells of a line that nothing has overwritten, which holds no other codes than those of style. */
export function readCells(raw: string, before: TextStyle | null, codes: RegExp): Cell[] {
  const cells: Cell[] = [];
  let style = before;
  let column = 0;
  let from = 0;
  const add = (text: string) => {
    for (const character of text) column = writeCell(cells, column, character, style);
  };
  for (const { 0: code, index } of raw.matchAll(codes)) {
    add(raw.slice(from, index));
    from = index + code.length;
    const parameters = STYLE.exec(code)?.[1];
    if (parameters !== undefined) style = applyParameters(style, parameters);
  }
  add(raw.slice(from));
  return cells;
}

/** The line as text, and the style that is set after it. */
export function renderCells(cells: readonly Cell[], before: TextStyle | null): [string, TextStyle | null] {
  let style = before;
  let text = '';
  const last = cells.findLastIndex((cell) => cell !== null);
  for (const cell of cells.slice(0, last + 1)) {
    if (cell === CONTINUED) continue;
    const wanted = cell?.style ?? null;
    if (!isSame(style, wanted)) text += toStyleCode(wanted);
    style = wanted;
    text += cell?.text ?? ' ';
  }
  return [text, style];
}
