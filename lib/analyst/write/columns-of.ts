import type { Expression } from '../query/query.ts';

/** Columns that an expression reads. */
export function columnsOf(expression: Expression): string[] {
  switch (expression.kind) {
    case 'column':
      return [expression.name];
    case 'binary':
      return [...columnsOf(expression.left), ...columnsOf(expression.right)];
    case 'duration':
      return [...columnsOf(expression.from), ...columnsOf(expression.to)];
    case 'part':
    case 'period':
    case 'absolute':
      return columnsOf(expression.of);
    default:
      return [];
  }
}
