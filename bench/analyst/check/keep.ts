import type { ColumnKinds } from '../../../lib/analyst/write/column-kind.ts';
import { NoSql } from './no-sql.ts';
import { name } from './value-to-sql.ts';

/**
 * Filters rows by a value that depends on other rows: `column` computes it, and `test` starts with its name, such as
 * `_place <= 3`.
 */
export function keep(of: string, column: string, test: string, kinds: ColumnKinds): string {
  const columns = [...kinds.keys()].map(name).join(', ');
  const called = test.split(' ')[0] ?? '';
  if ([...kinds.keys()].some((each) => each.toLowerCase() === called)) throw new NoSql();
  return `SELECT ${columns} FROM (SELECT *, ${column} AS ${called} FROM ${of}) WHERE ${test}`;
}
