/** A data frame in words: its shape and the types of its columns, which its plain text leaves out. */
import type { TableDigest } from '../notebook/output-digest.ts';
import { pluralize } from '../util/pluralize.ts';

/** `[398 rows x 9 columns; dtypes: mpg float64, name str]` */
export function describeTable({ rows, columns, dtypes }: TableDigest): string {
  const shape = `${pluralize(rows, 'row')} x ${pluralize(columns, 'column')}`;
  const named = dtypes.map(([name, type]) => `${name} ${type}`).join(', ');
  const more = columns - dtypes.length;
  const rest = more > 0 ? `, and ${pluralize(more, 'more column')}` : '';
  return `[${shape}${named === '' ? '' : `; dtypes: ${named}${rest}`}]`;
}
