/**
 * Stream text as a terminal shows it: carriage returns, backspaces and control sequences (ECMA-48) move, overwrite and erase.
 * Lines have no end: nothing wraps. What has left the screen of 24 lines is never touched again.
 */
import { isSame, toStyleCode } from './styled-runs.ts';
import {
  append,
  CODES,
  CONTROL,
  EMPTY,
  EMPTY_ROW,
  INERT,
  MAX_PENDING,
  MAX_ROWS,
  NOTE,
  PARTIAL,
  readRow,
  render,
  renderRows,
  Screen,
  scroll,
  type TerminalText,
  TOKEN,
} from './terminal-screen.ts';

export type { TerminalText } from './terminal-screen.ts';

/** The state that {@link formatTerminalText} wrote down as text. */
export function parseTerminalText(text: string): TerminalText {
  return writeTerminalText(EMPTY, text);
}

/**
 * As text whose meaning to a terminal is this state. A cursor elsewhere than at the end follows as a note, which begins with
 * the only `\r`; {@link toVisibleText} takes it away.
 */
export function formatTerminalText(state: TerminalText): string {
  const { rows, row, column, style, pending } = state;
  const [text, after] = render(state);
  const isAtEnd = row === rows.length - 1 && column === null && isSame(after, style);
  if (isAtEnd) return text + pending;
  const up = rows.length - 1 - row;
  const right = column ?? readRow(rows[row]).length;
  const moves = `${up > 0 ? `\u001b[${up}A` : ''}${right > 0 ? `\u001b[${right}C` : ''}`;
  return `${text}\r${moves}${toStyleCode(style)}${pending}`;
}

/** Text as a terminal shows it, with codes of style, links and modes alone. */
export function toVisibleText(text: string): string {
  if (!CONTROL.test(text)) return text;
  const start = text.indexOf('\r');
  const shown = start >= 0 && isNote(text.slice(start)) ? text.slice(0, start) : text;
  const codes = shown.match(CODES) ?? [];
  if (
    !/[\r\b]/.test(shown) &&
    !PARTIAL.test(shown.slice(-MAX_PENDING)) &&
    codes.every((code) => INERT.test(code))
  )
    return shown;
  return render(parseTerminalText(text))[0];
}

function isNote(text: string): boolean {
  const note = NOTE.exec(text)?.[0];
  if (note === undefined) return false;
  return note === text || PARTIAL.exec(text.slice(note.length))?.index === 0;
}

/** Does not depend on how the text is split; costs no more than the text added and the screen. */
export function writeTerminalText(before: TerminalText, added: string): TerminalText {
  const text = before.pending + added;
  const isPlain = !CONTROL.test(text);
  if (isPlain && before.column === null && before.row === before.rows.length - 1)
    return writePlain(before, text);
  const partial = PARTIAL.exec(text.slice(-MAX_PENDING))?.[0] ?? '';
  const whole = text.slice(0, text.length - partial.length);
  const screen = new Screen(before);
  const tokens = new RegExp(TOKEN);
  let from = screen.writeLines(whole, 0);
  tokens.lastIndex = from;
  for (let match = tokens.exec(whole); match; match = tokens.exec(whole)) {
    const [token] = match;
    screen.write(whole.slice(from, match.index));
    screen.apply(token);
    from = match.index + token.length;
    if (token === '\n') from = screen.writeLines(whole, from);
    tokens.lastIndex = from;
  }
  screen.write(whole.slice(from));
  return { ...screen.state, pending: partial };
}

function writePlain(before: TerminalText, added: string): TerminalText {
  const { style } = before;
  let start = added.length;
  for (let count = 0; count < MAX_ROWS && start >= 0; count++)
    start = start > 0 ? added.lastIndexOf('\n', start - 1) : -1;
  const last = before.rows.at(-1) ?? EMPTY_ROW;
  if (start < 0 || before.rows.length + 1 > 2 * MAX_ROWS) {
    const [first = '', ...lines] = added.split('\n');
    const rows = [...before.rows.slice(0, -1), append(last, first, style)];
    for (const raw of lines) rows.push({ raw, cells: null, before: style, after: style });
    return scroll({ ...before, rows, row: rows.length - 1, pending: '' });
  }
  // More than a screen: all before it is above the screen, as it is.
  const [text, after] = renderRows(
    [...before.rows.slice(0, -1), append(last, added.slice(0, start), style)],
    before.headStyle,
  );
  const rows = added
    .slice(start + 1)
    .split('\n')
    .map((raw) => ({ raw, cells: null, before: style, after: style }));
  return {
    ...before,
    head: `${before.head}${text}\n`,
    headStyle: after,
    rows,
    row: rows.length - 1,
    pending: '',
  };
}
