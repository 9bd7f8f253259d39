/** Walks through what a query is made of, to find its figures and columns wherever they are. */
import type { Ask, Condition, Expression, Figure, Key, Query, Rows } from './query.ts';

export type Node = Expression | Figure;
type Walk = Generator<Node, void>;

export function* walkQuery({ rows, ask }: Query): Walk {
  yield* walkRows(rows);
  yield* walkAsk(ask);
}

export function* walkExpression(expression: Expression): Walk {
  yield expression;
  switch (expression.kind) {
    case 'duration':
      yield* walkAll([expression.from, expression.to]);
      break;
    case 'part':
    case 'period':
      yield* walkExpression(expression.of);
      break;
    case 'figure':
      yield* walkFigure(expression.figure);
      yield* walkAll(expression.within);
      break;
    default:
  }
}

export function* walkCondition(condition: Condition): Walk {
  switch (condition.kind) {
    case 'compare':
      yield* walkAll([condition.left, condition.right]);
      break;
    case 'in':
      yield* walkAll([condition.left, ...condition.values]);
      break;
    case 'between':
      yield* walkAll([condition.left, condition.low, condition.high]);
      break;
    case 'empty':
      yield* walkExpression(condition.of);
      break;
    case 'not':
      yield* walkCondition(condition.condition);
      break;
    default:
      for (const each of condition.conditions) yield* walkCondition(each);
  }
}

export function* walkFigure(figure: Figure): Walk {
  yield figure;
  if (figure.kind !== 'count' && figure.kind !== 'rate') yield* walkExpression(figure.of);
  if (figure.where) yield* walkCondition(figure.where);
}

export function* walkAsk(ask: Ask): Walk {
  switch (ask.kind) {
    case 'values':
      for (const { figure } of ask.figures) yield* walkFigure(figure);
      break;
    case 'compare':
      yield* walkFigure(ask.figure.figure);
      for (const { where } of ask.sides) yield* walkCondition(where);
      break;
    case 'share':
      yield* walkFigure(ask.figure);
      yield* walkCondition(ask.part);
      break;
    case 'correlation':
      yield* walkNames(ask.of);
      break;
    case 'table':
    case 'missing':
      yield* walkNames(ask.columns ?? []);
      break;
    default:
  }
}

function* walkRows(rows: Rows): Walk {
  if (rows.kind === 'table') return;
  if (rows.kind === 'join') {
    yield* walkRows(rows.left);
    yield* walkRows(rows.right);
    return;
  }
  yield* walkRows(rows.of);
  switch (rows.kind) {
    case 'where':
      yield* walkCondition(rows.condition);
      break;
    case 'group':
      yield* walkKeys(rows.keys);
      for (const { figure } of rows.figures) yield* walkFigure(figure);
      break;
    case 'window':
      yield* walkAll([rows.value, ...(rows.order ? [rows.order] : []), ...rows.within]);
      break;
    case 'sort':
      yield* walkExpression(rows.by);
      break;
    case 'distinct':
      yield* walkNames(rows.columns);
      break;
    default:
  }
}

function* walkKeys(keys: readonly Key[]): Walk {
  for (const { of } of keys) yield* walkExpression(of);
}

function* walkAll(expressions: readonly Expression[]): Walk {
  for (const each of expressions) yield* walkExpression(each);
}

function* walkNames(names: readonly string[]): Walk {
  for (const name of names) yield { kind: 'column', name };
}

/** The columns that a walk comes by. */
export function columnsIn(walk: Iterable<Node>): Set<string> {
  return new Set([...walk].flatMap((node) => (node.kind === 'column' ? [node.name] : [])));
}

/** Whether rows are compared with a figure over many of them. */
export function hasFigure(condition: Condition): boolean {
  return [...walkCondition(condition)].some(({ kind }) => kind === 'figure');
}
