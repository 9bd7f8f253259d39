/** A chart of the result, in a cell of its own: labeled axes with units, times and weekdays in their order. */

import { findGroup } from '../query/find-group.ts';
import { nameKey, type Query } from '../query/query.ts';
import type { ColumnKind, ColumnKinds } from './column-kind.ts';
import type { Source } from './draft.ts';
import { writeText } from './python-code.ts';

/** More bars than this cannot be read. */
export const MAX_BARS = 30;
/** More labels than this do not fit side by side. */
const MAX_UPRIGHT_LABELS = 8;
const END = ['plt.tight_layout()', 'plt.show()'];

/** Null when there is nothing to draw, or the question did not ask for it and a table says it better. */
export function writeChart(query: Query, result: Source | null): string | null {
  const { ask, presentation } = query;
  const lines =
    ask.kind === 'table'
      ? drawTable(query, result)
      : presentation.chart !== null && ask.kind === 'compare' && result
        ? drawBars(`${result.name}.iloc[:2]`, { x: null, y: ask.figure.name, kind: null, isMany: false })
        : null;
  if (lines === null) return null;
  const imports = [
    'import matplotlib.pyplot as plt',
    ...(lines.join('\n').includes('calendar.') ? ['import calendar'] : []),
  ];
  return [...imports.toSorted(), '', ...lines, ...END].join('\n');
}

function drawTable(query: Query, result: Source | null): string[] | null {
  const group = findGroup(query.rows);
  const { chart } = query.presentation;
  if (!result || query.ask.kind !== 'table') return null;
  if (!group) return null;
  const keys = group.keys.map((key) => ({
    name: nameKey(key),
    kind: result.kinds.get(nameKey(key)) ?? null,
  }));
  const y = lastFigure(query, result.kinds) ?? group.figures.at(-1)?.name;
  const [first, second] = keys;
  const isOne = query.rows.kind === 'nth' || (query.rows.kind === 'limit' && query.rows.count === 1);
  const measured = y === undefined ? undefined : result.kinds.get(y);
  if (!first || y === undefined || measured?.type !== 'number' || (isOne && chart === null)) return null;
  const label = withUnit(y, measured);
  if (second) return keys.length > 2 ? null : drawPairs(query, result, { first, second, y, label });
  if (chart === 'line' || (chart === null && isTime(first.kind)))
    return drawLine(result.name, first.name, y, label);
  const { kind } = first;
  const isOrdered = hasOrder(kind);
  const isSorted = query.rows.kind === 'sort' || query.rows.kind === 'limit';
  const most = isSorted ? `.head(${MAX_BARS})` : `.nlargest(${MAX_BARS}, ${writeText(y)})`;
  const frame = `${result.name}${isOrdered ? `.sort_values(${writeText(first.name)})` : most}`;
  return drawBars(frame, { x: first.name, y, kind, isMany: !isOrdered, label });
}

interface Axis {
  readonly name: string;
  readonly kind: ColumnKind | null;
}

interface Pairs {
  readonly first: Axis;
  readonly second: Axis;
  readonly y: string;
  readonly label: string;
}

/** Two keys: a line for each of the second key, or bars beside each other. */
function drawPairs(
  { presentation: { chart } }: Query,
  { name }: Source,
  { first, second, y, label }: Pairs,
): string[] | null {
  if (chart === null) return null;
  const keys = `index=${writeText(first.name)}, columns=${writeText(second.name)}, values=${writeText(y)}`;
  const how = chart === 'line' ? 'line(marker="o", clip_on=False, ' : 'bar(';
  return [
    `table = ${name}.pivot(${keys})`,
    `ax = table.plot.${how}figsize=(8, 4.5))`,
    labels(first.name, label),
  ];
}

/** The figure that a window or a sort is about. */
function lastFigure({ rows }: Query, kinds: ColumnKinds): string | null {
  if (rows.kind === 'window') return rows.name;
  const order =
    rows.kind === 'sort' ? rows : rows.kind === 'limit' && rows.of.kind === 'sort' ? rows.of : null;
  if (order?.by.kind !== 'column') return null;
  return kinds.get(order.by.name)?.type === 'number' && !kinds.get(order.by.name)?.part
    ? order.by.name
    : null;
}

function isTime(kind: ColumnKind | null): boolean {
  return kind?.type === 'period' || kind?.type === 'date';
}

/** Times have an order of their own, which no ranking should break. */
function hasOrder(kind: ColumnKind | null): boolean {
  return isTime(kind) || (kind?.part ?? null) !== null;
}

export function withUnit(name: string, kind: ColumnKind | undefined): string {
  return kind?.unit && !name.endsWith(`(${kind.unit})`) ? `${name} (${kind.unit})` : name;
}

/** A dollar sign would start a formula. */
function labels(x: string, y: string): string {
  return `ax.set(xlabel=${writeText(escapeDollars(x))}, ylabel=${writeText(escapeDollars(y))})`;
}

function escapeDollars(text: string): string {
  return text.replaceAll('$', '\\$');
}

interface Bars {
  /** Null: the index. */
  readonly x: string | null;
  readonly y: string;
  readonly kind: ColumnKind | null;
  readonly isMany: boolean;
  readonly label?: string;
}

function drawBars(frame: string, { x, y, kind, isMany, label = y }: Bars): string[] {
  const columns = x === null ? '' : `x=${writeText(x)}, y=${writeText(y)}, `;
  if (kind?.part === 'month-of-year') {
    const named = `names = [calendar.month_abbr[month] for month in bars[${writeText(x ?? '')}]]`;
    return [
      `bars = ${frame}`,
      named,
      `ax = bars.plot.bar(${columns}legend=False, rot=0, figsize=(8, 4.5))`,
      'ax.set_xticklabels(names)',
      labels(x ?? '', label),
    ];
  }
  if (!isMany)
    return [
      `ax = ${frame}.plot.bar(${columns}legend=False, rot=45, figsize=(8, 4.5))`,
      labels(x ?? '', label),
    ];
  // Names are read more easily beside their bars; the first is at the top.
  return [
    `ax = ${frame}.plot.barh(${columns}legend=False, figsize=(8, ${MAX_UPRIGHT_LABELS * 0.75}))`,
    'ax.invert_yaxis()',
    labels(label, x ?? ''),
  ];
}

function drawLine(frame: string, x: string, y: string, label: string): string[] {
  const sorted = `${frame}.sort_values(${writeText(x)})`;
  return [
    `ax = ${sorted}.plot.line(x=${writeText(x)}, y=${writeText(y)}, marker="o", clip_on=False, legend=False, figsize=(8, 4.5))`,
    labels(x, label),
  ];
}
