/** Finds text in cells and their outputs, and replaces it in cells: also in those that the page does not draw. */

export interface TextQuery {
  readonly text: string;
  readonly matchesCase: boolean;
  readonly isWholeWord: boolean;
  readonly isPattern: boolean;
}

/** One place, UTF-16 units from the start of the source. */
export interface TextMatch {
  readonly cellId: string;
  readonly from: number;
  readonly to: number;
  /** Whether it is in the outputs, whose text begins after the source; absent if not. */
  readonly isOutput?: true;
}

/** The text of a cell: what is stored, or what its editor holds. */
export interface CellText {
  readonly id: string;
  readonly source: string;
  /** Text of its outputs; absent where there is none, or where it does not matter. */
  readonly output?: string;
}

export interface TextPlace {
  readonly cellId: string;
  /** UTF-16 units from the start of the source. */
  readonly offset: number;
}

/** More are not listed: one letter in a large notebook is everywhere. */
export const MAX_MATCHES = 10_000;

/** The expression that finds the text; null for none, and for a pattern that cannot be read. */
export function toExpression(query: TextQuery): RegExp | null {
  const { text, matchesCase, isWholeWord, isPattern } = query;
  if (text === '') return null;
  const body = isPattern ? text : text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const whole = isWholeWord ? `(?<![\\p{L}\\p{N}_])(?:${body})(?![\\p{L}\\p{N}_])` : body;
  try {
    return new RegExp(whole, `gmu${matchesCase ? '' : 'i'}`);
  } catch {
    return null;
  }
}

/** All places, in the order of the cells. Empty matches of a pattern are left out. */
export function findText(cells: readonly CellText[], query: TextQuery): TextMatch[] {
  const expression = toExpression(query);
  const matches: TextMatch[] = [];
  if (!expression) return matches;
  for (const { id, source, output = '' } of cells) {
    for (const { index, 0: found } of source.matchAll(expression)) {
      if (found !== '') matches.push({ cellId: id, from: index, to: index + found.length });
      if (matches.length === MAX_MATCHES) return matches;
    }
    for (const { index, 0: found } of output.matchAll(expression)) {
      const from = source.length + index;
      if (found !== '') matches.push({ cellId: id, from, to: from + found.length, isOutput: true });
      if (matches.length === MAX_MATCHES) return matches;
    }
  }
  return matches;
}

/** Index of the first match at the place or after it; after the last one, of the first. */
export function findIndexFrom(
  matches: readonly TextMatch[],
  cells: readonly CellText[],
  { cellId, offset }: TextPlace,
): number {
  const order = new Map(cells.map(({ id }, at) => [id, at]));
  const cell = order.get(cellId) ?? -1;
  const isFrom = (match: TextMatch) =>
    match.cellId === cellId ? match.from >= offset : (order.get(match.cellId) ?? -1) > cell;
  return Math.max(0, matches.findIndex(isFrom));
}

/** The source with the text replaced: everywhere, or at one place. In a pattern's replacement, `$1` is its first group. */
export function replaceText(source: string, query: TextQuery, replacement: string, at?: number): string {
  const expression = toExpression(query);
  const parts: string[] = [];
  let from = 0;
  for (const match of expression ? source.matchAll(expression) : []) {
    const { index, 0: found } = match;
    if (found === '' || (at !== undefined && index !== at)) continue;
    parts.push(source.slice(from, index), query.isPattern ? fillIn(replacement, match) : replacement);
    from = index + found.length;
  }
  return [...parts, source.slice(from)].join('');
}

/** `$&` is the whole match, `$1` to `$99` its groups, `$$` a dollar sign: as in JavaScript. */
function fillIn(replacement: string, match: RegExpExecArray): string {
  return replacement.replaceAll(/\$(\$|&|\d{1,2})/g, (whole, name: string) => {
    if (name === '$') return '$';
    if (name === '&') return match[0];
    const index = Number(name);
    return index >= 1 && index < match.length ? (match[index] ?? '') : whole;
  });
}
