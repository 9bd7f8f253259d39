/** What could mislead about a result: each check is a named figure of the rows, which the answer reads by its name. */

import { findGroup } from '../query/find-group.ts';
import { listTables } from '../query/list-tables.ts';
import type { Aggregate, Ask, Condition, Figure, Key, NamedFigure, Query, Rows } from '../query/query.ts';
import { kindOf, tableOf } from './column-kind.ts';
import { columnsOf } from './columns-of.ts';
import { claimName, type Draft, type Source } from './draft.ts';
import { writeFloat, writeFloatList, writeList, writeText } from './python-code.ts';
import { writeRepeats } from './write-repeats.ts';
import { writeExpression, writePeriodRange, writeWrapped } from './write-value.ts';

/** `setup`: a line before, which several may share. */
export type Check = readonly [label: string, code: string, setup?: string];

/** The names of checks, for both who writes and who reads them. */
export const CHECK = {
  rows: 'rows used',
  missing: (column: string) => `rows without ${column}`,
  unknown: (column: string) => `rows where ${column} is not known`,
  first: 'first date',
  last: 'last date',
  step: 'longest usual days between dates',
  repeats: 'rows that repeat an earlier one',
  again: 'rows used that repeat an earlier one',
  smallGroups: 'groups under 5 rows',
  withoutHighest: 'mean without the highest value',
  withoutLowest: 'mean without the lowest value',
  leaderRest: 'first place without its largest row',
  leaderOnce: 'first place with each row once',
  mostOnce: 'highest total with each row once',
  placeholder: (column: string, value: number) => `rows with ${value} as ${column}`,
  complete: 'rows with all values',
  jumps: 'steps over periods without rows',
  absent: 'periods without rows',
  unmatched: 'rows without a match',
  repeated: 'repeated keys in the other table',
  spread: 'rows that share a row of the other table',
  side: (label: string) => `rows of ${label}`,
} as const;

const ESTIMATES: readonly string[] = [
  'mean',
  'median',
  'std',
  'variance',
  'iqr',
  'skewness',
  'kurtosis',
  'range',
];

/** Empty where nothing can mislead. */
export function listChecks(query: Query, draft: Draft): Check[] {
  const { rows, ask } = query;
  const ground = draft.ground;
  if (!ground || ['columns', 'overview', 'missing'].includes(ask.kind)) return [];
  if (ask.kind === 'duplicates') {
    const subset = ask.columns.length === 0 ? '' : writeList(ask.columns.map(writeText));
    return [[CHECK.repeats, `${ground.name}.duplicated(${subset}).sum()`]];
  }
  const group = findGroup(rows);
  const figures = figuresOf(query);
  const found = [
    ...listGaps(
      figures.map(({ figure }) => figure),
      group?.keys ?? [],
      ask,
      ground,
    ),
    ...listUnknown(rows, ask, draft),
    ...listPlaceholders(query, ground, draft),
    ...listAgain(query, ground, draft),
    ...listAbsent(query, ground, draft),
    ...(group ? listGroupChecks(query, group, ground, draft) : []),
    ...(group ? [] : listMeanChecks(ask, ground)),
    ...(ask.kind === 'compare'
      ? ask.sides.map((side): Check => [CHECK.side(side.label), `${writeWrapped(side.where, ground)}.sum()`])
      : []),
    ...(draft.series === null
      ? []
      : [[CHECK.jumps, `(${draft.series}.astype("int64").diff() > 1).sum()`] as const]),
    ...listJoinChecks(
      rows,
      draft,
      figures.map(({ figure }) => figure),
    ),
  ];
  const isFiltered = ground.name !== tableOf(rows);
  const isOfRows = ask.kind === 'table' && group === null;
  return found.length > 0 || (isFiltered && !isOfRows) ? [[CHECK.rows, `len(${ground.name})`], ...found] : [];
}

/** The figures of a query, those of its groups first. */
export function figuresOf({ rows, ask }: Query): readonly NamedFigure[] {
  return findGroup(rows)?.figures ?? askedFigures(ask);
}

function askedFigures(ask: Ask): readonly NamedFigure[] {
  if (ask.kind === 'values') return ask.figures;
  if (ask.kind === 'compare') return [ask.figure];
  return ask.kind === 'share' ? [{ name: 'share', figure: ask.figure }] : [];
}

/** Columns that a figure of all rows leaves gaps of; where it looks at some rows only, other gaps do not matter. */
function measuredColumns(figure: Figure): string[] {
  if (figure.kind === 'count' || ('where' in figure && figure.where !== null)) return [];
  if (figure.kind === 'ratio' || figure.kind === 'difference') {
    return [...measuredColumns(figure.left), ...measuredColumns(figure.right)];
  }
  const isAboutGaps =
    figure.kind === 'aggregate' && (figure.aggregate === 'missing' || figure.aggregate === 'filled');
  return isAboutGaps ? [] : columnsOf(figure.of);
}

const OF_EXTREMES: readonly Aggregate[] = ['min', 'max', 'range', 'distinct'];

/** Whether a row that is there twice changes it. */
export function countsRows(figure: Figure): boolean {
  if (figure.kind === 'ratio' || figure.kind === 'difference')
    return countsRows(figure.left) || countsRows(figure.right);
  return figure.kind !== 'aggregate' || !OF_EXTREMES.includes(figure.aggregate);
}

function columnsOfFigure(figure: Figure): string[] {
  if (figure.kind === 'count') return [];
  if (figure.kind === 'ratio' || figure.kind === 'difference')
    return [...columnsOfFigure(figure.left), ...columnsOfFigure(figure.right)];
  return columnsOf(figure.of);
}

/** Rows that a figure leaves out because a value is missing. */
function listGaps(figures: readonly Figure[], keys: readonly Key[], ask: Ask, ground: Source): Check[] {
  const own =
    ask.kind === 'distribution' || ask.kind === 'outliers' || ask.kind === 'correlation'
      ? [ask.of].flat()
      : [];
  const names = new Set([
    ...figures.flatMap(measuredColumns),
    ...keys.flatMap(({ of }) => columnsOf(of)),
    ...own.flatMap(columnsOf),
  ]);
  const gaps = [...names].filter((name) => ground.kinds.get(name)?.hasGaps);
  const checks = gaps.map((name): Check => [CHECK.missing(name), `${column(ground, name)}.isna().sum()`]);
  if (ask.kind !== 'correlation' || ask.of.length !== 2) return checks;
  const pair = writeList([...names].map(writeText));
  return [...checks, [CHECK.complete, `len(${ground.name}[${pair}].dropna())`]];
}

function column(source: Source, name: string): string {
  return `${source.name}[${writeText(name)}]`;
}

/** Rows that a condition cannot judge. */
function listUnknown(rows: Rows, ask: Ask, draft: Draft): Check[] {
  const name = tableOf(rows);
  const table = draft.tables.find((each) => each.name === name);
  const names = new Set([...conditionsOf(rows), ...askedConditions(ask)].flatMap(comparedColumns));
  return (table?.columns ?? [])
    .filter((each) => names.has(each.name) && each.missing > 0)
    .map((each): Check => [CHECK.unknown(each.name), `${name}[${writeText(each.name)}].isna().sum()`]);
}

const WITHOUT_NONE: readonly Aggregate[] = ['sum', 'max'];

/** Periods that no row falls into: they are none in what is counted or added up in each, and not among its groups. */
function listAbsent({ rows, ask }: Query, ground: Source, draft: Draft): Check[] {
  if (ask.kind !== 'values' || rows.kind !== 'group' || rows.isComplete) return [];
  const [key, ...more] = rows.keys;
  const isOfAll = ask.figures.some(
    ({ figure }) => figure.kind === 'aggregate' && !WITHOUT_NONE.includes(figure.aggregate),
  );
  if (!isOfAll || key?.of.kind !== 'period' || more.length > 0) return [];
  const isDated = kindOf(key.of.of, ground.kinds).type === 'date';
  if (!isDated || !rows.figures.some(({ figure }) => isAmount(figure))) return [];
  const periods = claimName(draft, 'periods');
  const range = writePeriodRange(key.of.period, `${periods}.min(), ${periods}.max()`);
  const setup = `${periods} = ${writeExpression(key.of, ground)}.dropna()`;
  return [[CHECK.absent, `len(${range}) - ${periods}.nunique() if len(${periods}) > 0 else 0`, setup]];
}

/** Conditions that tell rows apart, and select none. */
export function askedConditions(ask: Ask): Condition[] {
  if (ask.kind === 'compare') return ask.sides.map(({ where }) => where);
  if (ask.kind === 'share') return [ask.part];
  return ask.kind === 'whether' && ask.condition ? [ask.condition] : [];
}

/** Values that may stand for missing ones, in columns that the query names. */
function listPlaceholders({ rows, ask }: Query, ground: Source, { tables }: Draft): Check[] {
  const names = listTables(rows);
  const asked = JSON.stringify([rows, ask]);
  return tables
    .flatMap((table) => (names.includes(table.name) ? table.columns : []))
    .filter(({ name }) => ground.kinds.has(name) && asked.includes(`"name":${JSON.stringify(name)}`))
    .flatMap(({ name, placeholders = [] }) =>
      placeholders.map(
        ({ value }): Check => [
          CHECK.placeholder(name, value),
          `(${column(ground, name)} == ${writeFloat(value)}).sum()`,
        ],
      ),
    );
}

/** Rows that equal an earlier one in every column, of those that the result is made of. */
function listAgain(query: Query, ground: Source, { tables }: Draft): Check[] {
  const figures = figuresOf(query).map(({ figure }) => figure);
  const code = writeRepeats(query, figures, { ground, tables });
  return code === null ? [] : [[CHECK.again, code]];
}

/** Conditions on the rows of a file; above a group, they are about figures. */
export function conditionsOf(rows: Rows): Condition[] {
  if (!('of' in rows)) return [];
  const inner = conditionsOf(rows.of);
  return rows.kind === 'where' && findGroup(rows.of) === null ? [...inner, rows.condition] : inner;
}

function comparedColumns(condition: Condition): string[] {
  if ('conditions' in condition) return condition.conditions.flatMap(comparedColumns);
  if (condition.kind === 'not') return comparedColumns(condition.condition);
  return condition.kind === 'empty' ? [] : columnsOf(condition.left);
}

/** Grows with the number of days. */
export function isAmount(figure: Figure): boolean {
  return figure.kind === 'count' || (figure.kind === 'aggregate' && figure.aggregate === 'sum');
}

function isEstimate(figure: Figure): boolean {
  if (figure.kind === 'ratio') return true;
  return (
    figure.kind === 'percentile' || (figure.kind === 'aggregate' && ESTIMATES.includes(figure.aggregate))
  );
}

function listGroupChecks(
  query: Query,
  group: Extract<Rows, { kind: 'group' }>,
  ground: Source,
  draft: Draft,
): Check[] {
  const checks: Check[] = [];
  const time = group.keys.find(({ of }) => of.kind === 'period' && /year|quarter|month|week/.test(of.period));
  if (time?.of.kind === 'period' && kindOf(time.of.of, ground.kinds).type === 'date') {
    const days = claimName(draft, 'days');
    const setup = `${days} = ${writeExpression(time.of.of, ground)}.dt.normalize().drop_duplicates().sort_values()`;
    // Weekends without rows are usual, too, and one or two holes are not.
    const step = `${days}.diff().nlargest(3).min() / pd.Timedelta(days=1)`;
    checks.push([CHECK.first, `${days}.min()`, setup], [CHECK.last, `${days}.max()`], [CHECK.step, step]);
  }
  const weekday = group.keys.find(({ of }) => of.kind === 'part' && of.part === 'weekday');
  if (weekday?.of.kind === 'part' && !time && group.figures.some(({ figure }) => isAmount(figure))) {
    const dates = writeExpression(weekday.of.of, ground);
    checks.push([CHECK.first, `${dates}.min()`], [CHECK.last, `${dates}.max()`]);
  }
  if (group.keys.length > 0 && group.figures.some(({ figure }) => isEstimate(figure))) {
    const codes = group.keys.map((key) => writeKey(key, ground));
    const sizes = `${ground.name}.groupby(${codes.length === 1 ? codes[0] : writeList(codes)}, observed=True).size()`;
    checks.push([CHECK.smallGroups, `(${sizes} < 5).sum()`]);
  }
  return [...checks, ...listLeaderCheck(query, group, ground, draft)];
}

function writeKey({ of, bins }: Key, ground: Source): string {
  if (bins !== null) return `pd.cut(${writeExpression(of, ground)}, ${writeFloatList(bins)}, right=False)`;
  if (of.kind === 'part' && of.part === 'weekday') return `${writeExpression(of.of, ground)}.dt.day_of_week`;
  return of.kind === 'column' ? writeText(of.name) : writeExpression(of, ground);
}

/** Whether the highest total is that of one large row. */
function listLeaderCheck(
  { rows }: Query,
  { keys, figures }: Extract<Rows, { kind: 'group' }>,
  ground: Source,
  draft: Draft,
): Check[] {
  const sorted = rows.kind === 'limit' ? rows.of : rows;
  const [key, figure] = [keys[0], figures[0]?.figure];
  const isRanked = sorted.kind === 'sort' && sorted.orders[0]?.descending && sorted.of.kind === 'group';
  if (!isRanked || keys.length !== 1 || figures.length !== 1 || !key || figure?.kind !== 'aggregate')
    return [];
  if (figure.aggregate !== 'sum' || figure.of.kind !== 'column' || figure.where !== null) return [];
  const values = `${ground.name}.groupby(${writeKey(key, ground)}, observed=True)[${writeText(figure.of.name)}]`;
  const totals = claimName(draft, 'totals');
  const rest = `${totals}.nlargest(1, "sum", keep="all").eval("sum - max").max()`;
  const check: Check = [CHECK.leaderRest, rest, `${totals} = ${values}.agg(["sum", "max"])`];
  const table = draft.tables.find(({ name }) => name === tableOf(rows));
  if (!table?.repeatedRows || listTables(rows).length > 1) return [check];
  const once = claimName(draft, 'once');
  const setup = `${once} = ${values.replace(ground.name, () => `${ground.name}.drop_duplicates()`)}.sum()`;
  return [
    check,
    [CHECK.leaderOnce, `${once}[${totals}["sum"].idxmax()]`, setup],
    [CHECK.mostOnce, `${once}.max()`],
  ];
}

/** Whether an average is that of one value. */
function listMeanChecks(ask: Ask, ground: Source): Check[] {
  const [only] = ask.kind === 'values' ? ask.figures : [];
  if (only?.figure.kind !== 'aggregate' || only.figure.aggregate !== 'mean') return [];
  if (
    only.figure.of.kind !== 'column' ||
    only.figure.where !== null ||
    kindOf(only.figure.of, ground.kinds).type !== 'number'
  )
    return [];
  const sorted = `${column(ground, only.figure.of.name)}.dropna().sort_values()`;
  return [
    [CHECK.withoutHighest, `${sorted}.iloc[:-1].mean()`],
    [CHECK.withoutLowest, `${sorted}.iloc[1:].mean()`],
  ];
}

function listJoinChecks(rows: Rows, draft: Draft, figures: readonly Figure[]): Check[] {
  if (rows.kind === 'table' || rows.kind === 'sides') return [];
  if (rows.kind !== 'join') return listJoinChecks(rows.of, draft, figures);
  if (rows.left.kind !== 'table' || rows.right.kind !== 'table') return [];
  const [left, right] = [
    `${rows.left.name}[${writeText(rows.leftKey)}]`,
    `${rows.right.name}[${writeText(rows.rightKey)}]`,
  ];
  const { name } = rows.right;
  const other = draft.tables.find((table) => table.name === name);
  const measured = figures.filter(countsRows).flatMap(columnsOfFigure);
  const own = new Set(
    draft.tables.find((table) => table.name === tableOf(rows))?.columns.map((each) => each.name),
  );
  const isSpread =
    other?.columns.some((each) => measured.includes(each.name) && !own.has(each.name)) ?? false;
  return [
    [CHECK.unmatched, `(~${left}.isin(${right}.dropna())).sum()`],
    [CHECK.repeated, `${right}.dropna().duplicated().sum()`],
    ...(isSpread ? [[CHECK.spread, `${left}.dropna().duplicated().sum()`] as const] : []),
  ];
}
