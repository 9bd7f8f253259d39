/**
 * Stream text as a terminal shows it: `\r` returns to the start of the line and `\b` steps back, after both
 * later text overwrites; `\n` continues below whatever the line holds. Only the last line is ever touched.
 */
export interface TerminalText {
  /** Finished lines. */
  readonly head: string;
  /** The line being written. */
  readonly line: string;
  /** Code points of `line` before the cursor; null at its end. */
  readonly cursor: number | null;
}

const EMPTY_TERMINAL_TEXT: TerminalText = { head: '', line: '', cursor: null };

/** The state that {@link formatTerminalText} wrote down as text. */
export function parseTerminalText(text: string): TerminalText {
  const lineStart = text.lastIndexOf('\n') + 1;
  return { ...writeSegment(EMPTY_TERMINAL_TEXT, text.slice(lineStart)), head: text.slice(0, lineStart) };
}

/**
 * As text whose meaning to a terminal is this state. A cursor inside the last line is written as `\r` and what
 * is before it, which any notebook front end shows rightly too; {@link toVisibleText} takes it away.
 */
export function formatTerminalText({ head, line, cursor }: TerminalText): string {
  if (cursor === null) return head + line;
  return `${head}${line}\r${Array.from(line).slice(0, cursor).join('')}`;
}

/** Formatted text without its note of where the cursor stands. */
export function toVisibleText(text: string): string {
  const cursor = text.indexOf('\r', text.lastIndexOf('\n') + 1);
  return cursor < 0 ? text : text.slice(0, cursor);
}

/** Costs no more than the text added and the last line, and only the former when nothing is overwritten. */
export function writeTerminalText(before: TerminalText, added: string): TerminalText {
  if (before.cursor === null && !/[\r\b]/.test(added)) return writePlain(before, added);
  const [first = '', ...rest] = added.split('\n');
  let text = writeSegment(before, first);
  for (const segment of rest) {
    text = writeSegment({ head: `${text.head}${text.line}\n`, line: '', cursor: null }, segment);
  }
  return text;
}

function writePlain({ head, line }: TerminalText, added: string): TerminalText {
  const lineEnd = added.lastIndexOf('\n') + 1;
  if (lineEnd === 0) return { head, line: line + added, cursor: null };
  return { head: head + line + added.slice(0, lineEnd), line: added.slice(lineEnd), cursor: null };
}

function writeSegment(before: TerminalText, segment: string): TerminalText {
  if (before.cursor === null && !/[\r\b]/.test(segment)) return { ...before, line: before.line + segment };
  const characters = Array.from(before.line);
  let cursor = before.cursor ?? characters.length;
  for (const character of segment) {
    if (character === '\r') cursor = 0;
    else if (character === '\b') cursor = Math.max(0, cursor - 1);
    else characters[cursor++] = character;
  }
  const isAtEnd = cursor === characters.length;
  return { head: before.head, line: characters.join(''), cursor: isAtEnd ? null : cursor };
}
