/** Definitions as lines of a CONTEXT.md: each an item of a Markdown list. */

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
