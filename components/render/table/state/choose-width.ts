import { formatValue, type ValueFormat } from '../source/format-value.ts';
import { type Column, nameColumn, type Value } from '../source/table.ts';

/** Of a digit, and of most letters, in the type of a table. */
const CHARACTER_REM = 0.45;
const WIDE_CHARACTER_REM = 0.9;
/** Of the cell, and for the marks in a heading. */
const PADDING_REM = 1.5;
const MARKS_REM = 2.4;
export const MIN_WIDTH_REM = 4;
const MAX_WIDTH_REM = 20;
/** Room for a histogram. */
const FACTS_WIDTH_REM = 7;
const MISSING = 'missing';

/** Wide enough for the heading and most of the first values. */
export function chooseWidth(
  column: Column,
  values: readonly Value[],
  { format, hasFacts }: { format: ValueFormat; hasFacts: boolean },
): number {
  const texts = values.map((value) => (value === null ? MISSING : formatValue(value, format)));
  const content = Math.max(0, ...texts.map(measure)) + PADDING_REM;
  const names = [
    ...column.path,
    ...(column.levelNames ?? []),
    [column.path.at(-1), column.levelNames?.at(-1)].filter(Boolean).join(' \\ '),
  ].map((level) => measure(level) * 1.05);
  const heading = Math.max(0, ...names, hasFacts ? measure(column.type) : 0) + PADDING_REM;
  const marks = nameColumn(column) === '' ? 0 : MARKS_REM;
  const least = hasFacts && column.at >= 0 ? FACTS_WIDTH_REM : MIN_WIDTH_REM;
  return Math.min(MAX_WIDTH_REM, Math.max(least, content, heading + marks));
}

function measure(text: string): number {
  let width = 0;
  // Long texts are clipped in any case.
  for (const character of text.slice(0, 60)) {
    width += (character.codePointAt(0) ?? 0) > 0x2e80 ? WIDE_CHARACTER_REM : CHARACTER_REM;
  }
  return width;
}
