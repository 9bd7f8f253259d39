/** A query in one line: its rows from the table on, then what is asked of them. */
import type {
  Condition,
  Expression,
  Figure,
  Key,
  Query,
  Reading,
  Rows,
} from '../../../../lib/analyst/query/query.ts';

export function showReading(reading: Reading): string {
  if (reading.kind === 'unread')
    return `? ${reading.words.join(' ')}${reading.why === null ? '' : ` (${reading.why})`}`;
  if (reading.kind === 'either') return `either ${reading.queries.map(showQuery).join(' // ')}`;
  return reading.parts
    .map((part) => ('rows' in part.reading ? showQuery(part.reading) : showReading(part.reading)))
    .join(' && ');
}

export function showQuery({ rows, ask, presentation }: Query): string {
  const { chart, decimals, assumptions } = presentation;
  const extra = [
    chart,
    decimals === null ? null : `.${decimals}`,
    ...assumptions.filter((text) => text.startsWith('Missing')),
  ].filter((text) => text !== null);
  return `${showRows(rows)} > ${showAsk(ask)}${extra.length > 0 ? ` [${extra.join(', ')}]` : ''}`;
}

function list<Item>(items: readonly Item[], show: (item: Item) => string): string {
  return items.map(show).join(', ');
}

function showAsk(ask: Query['ask']): string {
  switch (ask.kind) {
    case 'table':
      return ask.columns ? `rows(${ask.columns.join(', ')})` : 'rows';
    case 'values':
      return list(ask.figures, ({ figure }) => showFigure(figure));
    case 'compare':
      return `${ask.as} ${showFigure(ask.figure.figure)}: ${showCondition(ask.sides[0].where)} | ${showCondition(ask.sides[1].where)}${ask.descending ? '' : ' asc'}`;
    case 'share':
      return `share ${showFigure(ask.figure)} where ${showCondition(ask.part)}`;
    case 'correlation':
      return `correlation(${ask.of.join(', ')})`;
    case 'missing':
      return `${ask.kind}(${ask.columns.join(', ')})`;
    default:
      return ask.kind;
  }
}

function within(keys: readonly Expression[]): string {
  return keys.length > 0 ? ` within ${list(keys, showExpression)}` : '';
}

function showRows(rows: Rows): string {
  switch (rows.kind) {
    case 'table':
      return rows.name;
    case 'join':
      return `${showRows(rows.left)} + ${showRows(rows.right)}`;
    case 'where':
      return `${showRows(rows.of)} | where ${showCondition(rows.condition)}`;
    case 'group':
      return `${showRows(rows.of)} | group ${list(rows.keys, showKey)}: ${list(rows.figures, ({ figure }) => showFigure(figure))}`;
    case 'window':
      return `${showRows(rows.of)} | ${Object.values(rows.window).join(' ')} of ${rows.value}${within(rows.within.map((name) => ({ kind: 'column', name })))}`;
    case 'sort':
      return `${showRows(rows.of)} | sort ${showExpression(rows.by)} ${rows.descending ? 'desc' : 'asc'}`;
    case 'limit':
      return `${showRows(rows.of)} | top ${rows.count}`;
    case 'nth':
      return `${showRows(rows.of)} | place ${rows.place}`;
    case 'distinct':
      return `${showRows(rows.of)} | distinct ${rows.columns.join(', ')}`;
  }
}

function showKey({ of }: Key): string {
  return showExpression(of);
}

function showFigure(figure: Figure): string {
  if (figure.kind === 'rate') return `rate where ${showCondition(figure.where)}`;
  const where = figure.where ? ` where ${showCondition(figure.where)}` : '';
  if (figure.kind === 'count') return `count${where}`;
  if (figure.kind === 'percentile') return `p${figure.percent}(${showExpression(figure.of)})${where}`;
  return `${figure.aggregate}(${showExpression(figure.of)})${where}`;
}

function showCondition(condition: Condition): string {
  switch (condition.kind) {
    case 'compare':
      return `${showExpression(condition.left)} ${condition.operator} ${showExpression(condition.right)}`;
    case 'in':
      return `${showExpression(condition.left)} in ${list(condition.values, showExpression)}`;
    case 'between':
      return `${showExpression(condition.left)} ${showExpression(condition.low)}..${showExpression(condition.high)}`;
    case 'empty':
      return `${showExpression(condition.of)} empty`;
    case 'not':
      return `not (${showCondition(condition.condition)})`;
    default:
      return `(${condition.conditions.map(showCondition).join(` ${condition.kind} `)})`;
  }
}

function showExpression(of: Expression): string {
  switch (of.kind) {
    case 'column':
      return of.name;
    case 'number':
    case 'text':
    case 'boolean':
      return String(of.value);
    case 'date':
      return of.iso;
    case 'duration':
      return `${of.unit}(${showExpression(of.from)}..${showExpression(of.to)})`;
    case 'part':
      return `${of.part}(${showExpression(of.of)})`;
    case 'period':
      return `${of.period}(${showExpression(of.of)})`;
    case 'figure':
      return `${showFigure(of.figure)}${within(of.within)}`;
  }
}
