/** Definitions of the user: messages that are one, and the lines of a CONTEXT.md, each an item of a Markdown list. */

/** Of a message that is one statement, characters. */
const MAX_LENGTH = 200;
/** “Revenue is net of returns”, “Umsatz heißt ohne Rücksendungen”, “margin = price - cost”. */
const STATEMENT = /\p{L}.*(?:\s(?:is|are|means?|ist|sind|heißt|heißen|bedeutet):?|\s*=)\s.*[\p{L}\p{N}]/iu;

/** Whether a message is short, asks nothing, and has the shape “X is Y”. Others can be kept from the menu of their cell. */
export function isDefinition(text: string): boolean {
  const line = text.trim();
  return line.length <= MAX_LENGTH && !/[?？\n]/.test(line) && STATEMENT.test(line);
}

/** With the line at the end; all of it on one line. */
export function addDefinition(text: string, line: string): string {
  const before = text.trimEnd();
  return `${before}${before === '' ? '' : '\n'}${toItem(line)}\n`;
}

/** Without the last line that says it; the same text where none does. */
export function dropDefinition(text: string, line: string): string {
  const item = toItem(line);
  const lines = text.split('\n');
  const at = lines.findLastIndex((each) => each.trimEnd() === item);
  return at < 0 ? text : lines.toSpliced(at, 1).join('\n');
}

function toItem(line: string): string {
  return `- ${line.replaceAll(/\s+/g, ' ').trim()}`;
}
