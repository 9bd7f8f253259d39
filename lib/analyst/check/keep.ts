import type { ColumnKinds } from '../write/column-kind.ts';
import { NoSql } from './no-sql.ts';
import { name } from './value-to-sql.ts';

/**
 * Keeps the rows that pass a test which looks at other rows: `column` is what each row is told of them, and `test` begins
 * with the name that it gets, `_place <= 3`.
 */
export function keep(of: string, column: string, test: string, kinds: ColumnKinds): string {
  const columns = [...kinds.keys()].map(name).join(', ');
  const called = test.split(' ')[0] ?? '';
  if ([...kinds.keys()].some((each) => each.toLowerCase() === called)) throw new NoSql();
  return `SELECT ${columns} FROM (SELECT *, ${column} AS ${called} FROM ${of}) WHERE ${test}`;
}
