/** Without the newlines at its end. A pattern for them would take the square of a run of newlines in the middle. */
export function trimEndLines(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end--;
  return text.slice(0, end);
}
