/** Walks through what a query is made of, to find its figures and columns wherever they are. */
import type { Ask, Condition, Expression, Figure, Query, Rows, WindowKind } from './query.ts';

type Node = Rows | WindowKind | Ask | Condition | Expression | Figure;

/** Every node of a part of a query, before the nodes that it is made of. */
export function* walk(part: unknown): Generator<Node, void> {
  if (typeof part !== 'object' || part === null) return;
  if ('kind' in part) yield part as Node;
  for (const each of Object.values(part)) yield* walk(each);
}

/** The columns that a query or a condition names. */
export function columnsIn(part: Query | Condition): Set<string> {
  const names = [...walk(part)].flatMap((node) => {
    if (node.kind === 'column') return [node.name];
    if (node.kind === 'correlation') return node.of;
    return 'columns' in node ? (node.columns ?? []) : [];
  });
  return new Set(names);
}

/** Whether rows are compared with a figure over many of them. */
export function hasFigure(condition: Condition): boolean {
  return [...walk(condition)].some(({ kind }) => kind === 'figure');
}
