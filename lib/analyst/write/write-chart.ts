/** A chart of the result, in a cell of its own: labeled axes with units, times and weekdays in their order. */

import { findGroup, findOrder } from '../query/find-group.ts';
import { type ChartKind, type NamedFigure, nameKey, type Query, type Rows } from '../query/query.ts';
import type { ColumnKind, ColumnKinds } from './column-kind.ts';
import type { Source } from './draft.ts';
import { writeText } from './python-code.ts';

/** More bars than this cannot be read. */
export const MAX_BARS = 30;
const END = ['plt.tight_layout()', 'plt.show()'];

/** Null when there is nothing to draw, or the question did not ask for it and a table says it better. */
export function writeChart({ rows, ask, presentation }: Query, result: Source | null): string | null {
  if (!result) return null;
  const { chart } = presentation;
  const drawSides = ({ name }: NamedFigure) =>
    drawBars(`${result.name}.iloc[:2]`, { x: null, y: name, kind: null, isMany: false });
  const lines = ask.kind === 'compare' ? chart && drawSides(ask.figure) : drawGroups(rows, chart, result);
  if (!lines) return null;
  const imports = [
    'import matplotlib.pyplot as plt',
    ...(lines.join('\n').includes('calendar.') ? ['import calendar'] : []),
  ];
  return [...imports.toSorted(), '', ...lines, ...END].join('\n');
}

function drawGroups(rows: Rows, chart: ChartKind | null, result: Source): string[] | null {
  const group = findGroup(rows);
  const [x, line, ...others] = group?.keys.map(nameKey) ?? [];
  const y = lastFigure(rows, result.kinds) ?? group?.figures.at(-1)?.name ?? '';
  const measured = result.kinds.get(y);
  const isOne = rows.kind === 'nth' || (rows.kind === 'limit' && rows.count === 1);
  if (x === undefined || measured?.type !== 'number' || (isOne && chart === null)) return null;
  const label = withUnit(y, measured);
  if (line !== undefined) {
    if (chart === null || others.length > 0) return null;
    return drawPairs(result.name, { keys: [x, line], y, label, chart });
  }
  const kind = result.kinds.get(x) ?? null;
  if (chart === 'line' || (chart === null && isTime(kind))) return drawLine(result.name, x, y, label);
  const isOrdered = hasOrder(kind);
  const isSorted = rows.kind === 'sort' || rows.kind === 'limit';
  const most = isSorted ? `.head(${MAX_BARS})` : `.nlargest(${MAX_BARS}, ${writeText(y)})`;
  const frame = `${result.name}${isOrdered ? `.sort_values(${writeText(x)})` : most}`;
  return drawBars(frame, { x, y, kind, isMany: !isOrdered, label });
}

interface Pairs {
  readonly keys: readonly [x: string, line: string];
  readonly y: string;
  readonly label: string;
  readonly chart: ChartKind;
}

/** Two keys: a line for each of the second key, or bars beside each other. */
function drawPairs(frame: string, { keys: [x, line], y, label, chart }: Pairs): string[] {
  const how = chart === 'line' ? 'line(marker="o", clip_on=False, ' : 'bar(';
  return [
    `table = ${frame}.pivot(index=${writeText(x)}, columns=${writeText(line)}, values=${writeText(y)})`,
    `ax = table.plot.${how}figsize=(8, 4.5))`,
    labels(x, label),
  ];
}

/** The figure that a window or a sort is about. */
function lastFigure(rows: Rows, kinds: ColumnKinds): string | null {
  if (rows.kind === 'window') return rows.name;
  const by = findOrder(rows)?.by;
  if (by?.kind !== 'column') return null;
  const kind = kinds.get(by.name);
  return kind?.type === 'number' && !kind.part ? by.name : null;
}

function isTime(kind: ColumnKind | null): boolean {
  return kind?.type === 'period' || kind?.type === 'date';
}

/** Times have an order of their own, which no ranking should break. */
function hasOrder(kind: ColumnKind | null): boolean {
  return isTime(kind) || (kind?.part ?? null) !== null;
}

function withUnit(name: string, { unit }: ColumnKind): string {
  return unit && !name.endsWith(`(${unit})`) ? `${name} (${unit})` : name;
}

/** A dollar sign would start a formula. */
function labels(x: string, y: string): string {
  const [xlabel, ylabel] = [x, y].map((text) => writeText(text.replaceAll('$', '\\$')));
  return `ax.set(xlabel=${xlabel}, ylabel=${ylabel})`;
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
  if (kind?.part === 'month-of-year')
    return [
      `bars = ${frame}`,
      `names = [calendar.month_abbr[month] for month in bars[${writeText(x ?? '')}]]`,
      `ax = bars.plot.bar(${columns}legend=False, rot=0, figsize=(8, 4.5))`,
      'ax.set_xticklabels(names)',
      labels(x ?? '', label),
    ];
  if (!isMany)
    return [
      `ax = ${frame}.plot.bar(${columns}legend=False, rot=45, figsize=(8, 4.5))`,
      labels(x ?? '', label),
    ];
  // Names are read more easily beside their bars; the first is at the top.
  return [
    `ax = ${frame}.plot.barh(${columns}legend=False, figsize=(8, 6))`,
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
