/** Rows that repeat others, in words. */
import { CHECK } from '../write/check-names.ts';
import { bold, countWords, listWords, type ValueFormat } from './format-value.ts';
import type { Checks, ResultData } from './result-data.ts';
import { MAX_LISTED, writeTable } from './write-table.ts';

interface Found {
  readonly result: ResultData;
  readonly checks: Checks;
  readonly formatOf: (name: string) => ValueFormat;
}

/** How many are too many, and how many there are with those that they repeat. */
export function writeRepeated(columns: readonly string[], { result, checks, formatOf }: Found): string[] {
  if (result.rows === 0) return [bold('No repeated rows.')];
  const count = checks.get(CHECK.repeats);
  const alike = `with what ${count === 1 ? 'it repeats' : 'they repeat'}, there are ${result.rows.toLocaleString('en-US')}`;
  const has = count === 1 ? 'repeats' : 'repeat';
  const same = `${count === 1 ? 'has' : 'have'} the same ${listWords(columns)} as an earlier row`;
  const lead =
    typeof count === 'number'
      ? `${bold(countWords(count, 'row'))} ${columns.length === 0 ? `${has} an earlier row` : same}; ${alike}.`
      : `${bold(countWords(result.rows, 'repeated row'))}.`;
  return [lead, writeTable(result, formatOf, MAX_LISTED)];
}
