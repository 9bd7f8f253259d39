/** The code of the cell in which the kernel computes what an answer leaves to it, one line for each value. */
import type { Reference } from './find-references.ts';

export type Value = Pick<Reference, 'expression' | 'format'>;

const HEADING = '# The values of the answer.';
const TABLE = /^table\(([\s\S]*)\)$/;

/** Each pair of expression and format once, in the order of the answer. */
export function listValues(references: readonly Reference[]): Value[] {
  const values = new Map(
    references.map(({ expression, format }) => [`${expression}\n${format}`, { expression, format }]),
  );
  return [...values.values()];
}

/** The frame that is displayed; null for a value that is printed. */
export function readTable({ expression }: Value): string | null {
  return TABLE.exec(expression)?.[1] ?? null;
}

/** `plain`: how a value without a format prints; as Python writes it where JSON tells text from numbers. */
export function writeValuesCell(values: readonly Value[], plain: '!s' | '!r' = '!s'): string {
  return [HEADING, ...values.map((value) => writeLine(value, plain))].join('\n');
}

/** What the line of a value prints before it. */
export const toLabel = ({ expression }: Value): string => `${expression} = `;

function writeLine(value: Value, plain: '!s' | '!r'): string {
  const table = readTable(value);
  if (table !== null) return `display(${table})`;
  const { expression, format } = value;
  const spec = format === '' ? plain : `:${format}`;
  const quote = ['"', "'", '"""', "'''"].find((each) => !expression.includes(each) && !format.includes(each));
  // Python reads neither of them in such a string before 3.12.
  const isPlain = quote !== undefined && !/[\\{}]/.test(expression + format);
  if (isPlain) return `print(f${quote}{${expression} = ${spec}}${quote})`;
  const text = plain === '!s' ? `str(${expression})` : `repr(${expression})`;
  const written = format === '' ? text : `format(${expression}, ${JSON.stringify(format)})`;
  return `print(${JSON.stringify(toLabel(value))} + ${written})`;
}
