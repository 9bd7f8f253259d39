/** The lines, from 1, on which the objects of the top-level array `cells` begin and end in the text of a notebook file. */
export function findCellLines(text: string): { start: number; end: number }[] {
  const lines: { start: number; end: number }[] = [];
  /** The opening brackets around the present place. */
  const open: string[] = [];
  let line = 1;
  let start = 1;
  /** The last string at the top level, which is the name of what follows. */
  let name = '';
  // Strings, brackets, and line breaks: nothing else of JSON matters here.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]|\n/g)) {
    if (token === '\n') line += 1;
    else if (token.startsWith('"')) {
      if (open.length === 1) name = token;
    } else if (token === '{' || token === '[') {
      open.push(token);
      if (isCell(open, name)) start = line;
    } else {
      if (isCell(open, name)) lines.push({ start, end: line });
      open.pop();
    }
  }
  return lines;
}

function isCell(open: readonly string[], name: string): boolean {
  return name === '"cells"' && open.join('') === '{[{';
}
