/** What the cell of an answer's values has printed and displayed, one text for each value. */
import { readTableGrid } from '../notebook/html-table/read-table-grid.ts';
import { toText } from '../notebook/mime-value.ts';
import type { Output } from '../notebook/output.ts';
import { readTable, toLabel, type Value } from './write-values-cell.ts';

const MAX_LENGTH = 300;
const MAX_TABLE_ROWS = 40;

/** Texts in the order of the values, or what the model reads about the first value that cannot be given. */
export function readValues(
  values: readonly Value[],
  outputs: readonly Output[],
): { readonly texts: readonly string[] } | { readonly problem: string } {
  const parts = outputs.flatMap(toParts);
  const texts: string[] = [];
  for (const value of values) {
    const part = parts.shift();
    const text = part === undefined ? null : readText(value, part);
    if (text === null)
      return {
        problem: `\`${value.expression}\` ${readTable(value) === null ? 'has no value on one line' : 'has no table. Of a Series, write `table(series.to_frame())`'}.`,
      };
    if (readTable(value) === null && text.length > MAX_LENGTH)
      return {
        problem: `\`${value.expression}\` has a text of ${text.length} characters; at most ${MAX_LENGTH} are given.`,
      };
    texts.push(text);
  }
  return { texts };
}

/** Lines that were printed, and what was displayed, in order. */
function toParts(output: Output): (string | Extract<Output, { data: unknown }>)[] {
  if (output.output_type === 'stream')
    return output.name === 'stdout' ? output.text.replace(/\n$/, '').split('\n') : [];
  return 'data' in output ? [output] : [];
}

function readText(value: Value, part: ReturnType<typeof toParts>[number]): string | null {
  if (typeof part !== 'string')
    return readTable(value) === null ? null : writeTable(toText(part.data['text/html'] ?? ''));
  const label = toLabel(value);
  return readTable(value) === null && part.startsWith(label) ? part.slice(label.length) : null;
}

function writeTable(html: string): string | null {
  const grid = readTableGrid(html);
  if (!grid || grid.body.length > MAX_TABLE_ROWS) return null;
  const named = grid.paths.map((path) => path.filter((name) => name !== '').join(' '));
  // Numbers that pandas gives to rows by itself say nothing.
  const isNumbered = named[0] === '' && grid.body.every((row, at) => row[0] === String(at));
  const [header = [], ...body] = [named, ...grid.body].map((row) => (isNumbered ? row.slice(1) : row));
  const isNumeric = (at: number) => body.every((row) => /^[-+−]?[\d.,]+%?$|^$|^NaN$/.test(row[at] ?? ''));
  const rule = header.map((_, at) => (isNumeric(at) ? '---:' : '---'));
  const rows = [header, rule, ...body].map(
    (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
  );
  return `\n\n${rows.join('\n')}\n\n`;
}
