/** What could mislead about a result: each check is a named figure of the rows, which the answer reads by its name. */

import { findGroup } from '../query/find-group.ts';
import { listTables } from '../query/list-tables.ts';
import type {
  Aggregate,
  Ask,
  Condition,
  Figure,
  Key,
  NamedFigure,
  Query,
  Rows,
  Table,
} from '../query/query.ts';
import { columnsIn, hasFigure, walkCondition } from '../query/walk.ts';
import { listJoinChecks } from './check-joins.ts';
import { CHECK, type Check } from './check-names.ts';
import { kindOf, readKinds, tableOf } from './column-kind.ts';
import { columnsOf } from './columns-of.ts';
import { claimName, type Draft, type Source } from './draft.ts';
import { allOf, askedConditions, conditionsOf, countsOnce, judgeBy, splitAnd } from './filters.ts';
import { listTotals } from './list-totals.ts';
import { listMixedUnits } from './mixed-units.ts';
import { writeFloat, writeFloatList, writeList, writeText } from './python-code.ts';
import { writeRepeats } from './write-repeats.ts';
import { writeCondition, writeExpression, writePeriodRange, writeWrapped } from './write-value.ts';

const ESTIMATES: readonly string[] = ['mean', 'median', 'std', 'iqr', 'range'];

/** Empty where nothing can mislead. */
export function listChecks(query: Query, draft: Draft): Check[] {
  const { rows, ask } = query;
  const ground = draft.ground;
  if (!ground || ask.kind === 'columns' || ask.kind === 'overview') return [];
  const isFiltered = ground.name !== tableOf(rows);
  if (ask.kind === 'missing') return isFiltered ? listPlaceholders(query, ground, draft) : [];
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
    ...(isFiltered ? listOthers(query, ground, draft) : []),
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
    ...listJoinChecks(query, draft, {
      figures: figures.map(({ figure }) => figure),
      measured: figures
        .map(({ figure }) => figure)
        .filter(countsRows)
        .flatMap(columnsOfFigure),
      ground,
    }),
  ];
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

/** Columns that a figure reads. */
export function columnsOfFigure(figure: Figure): string[] {
  if (figure.kind === 'count') return [];
  if (figure.kind === 'ratio' || figure.kind === 'difference')
    return [...columnsOfFigure(figure.left), ...columnsOfFigure(figure.right)];
  return columnsOf(figure.of);
}

/** Rows that a figure leaves out because a value is missing. */
function listGaps(figures: readonly Figure[], keys: readonly Key[], ask: Ask, ground: Source): Check[] {
  const own = ask.kind === 'correlation' ? ask.of : [];
  const names = new Set([
    ...figures.flatMap(measuredColumns),
    ...keys.flatMap(({ of }) => columnsOf(of)),
    ...own.flatMap(columnsOf),
  ]);
  const gaps = [...names].filter((name) => ground.kinds.get(name)?.hasGaps);
  const checks = gaps.map((name): Check => [CHECK.missing(name), `${column(ground, name)}.isna().sum()`]);
  if (ask.kind !== 'correlation') return checks;
  const pair = writeList([...names].map(writeText));
  return [...checks, [CHECK.complete, `len(${ground.name}[${pair}].dropna())`]];
}

function column(source: Source, name: string): string {
  return `${source.name}[${writeText(name)}]`;
}

/** Rows that a condition cannot judge, of those that meet the others. */
function listUnknown(rows: Rows, ask: Ask, draft: Draft): Check[] {
  const { unfiltered, ground } = draft;
  const all = conditionsOf(rows).flatMap(splitAnd);
  const filtered = unfiltered ? gapsOf(all, unfiltered) : [];
  const ofFilter = filtered.flatMap((name): Check[] => {
    if (!unfiltered) return [];
    const others = all.filter((each) => !columnsIn(walkCondition(each)).has(name));
    const condition = allOf(others.filter((each) => !hasFigure(each)));
    const source = condition
      ? `${unfiltered.name}[${writeCondition(condition, unfiltered)}]`
      : unfiltered.name;
    const label = CHECK.unknown(name);
    const code = `${source}[${writeText(name)}].isna().sum()`;
    return [[others.some(hasFigure) ? CHECK.atMost(label) : label, code]];
  });
  const asked = ground ? gapsOf(askedConditions(ask), ground).filter((name) => !filtered.includes(name)) : [];
  return [
    ...ofFilter,
    ...asked.map((name): Check => [CHECK.unknown(name), `${ground?.name}[${writeText(name)}].isna().sum()`]),
  ];
}

function gapsOf(conditions: readonly Condition[], { kinds }: Source): string[] {
  return [...new Set(conditions.flatMap(comparedColumns))].filter((name) => kinds.get(name)?.hasGaps);
}

/** What the facts of a table say of all its rows, of those that are used. */
function listOthers(query: Query, ground: Source, { tables }: Draft): Check[] {
  const { rows } = query;
  const names = listTables(rows);
  const used = tables.filter(({ name }) => names.includes(name));
  const columns = used.flatMap((table) => table.columns).filter(({ name }) => ground.kinds.has(name));
  const units = listMixedUnits(query, tables).filter(({ name }) => ground.kinds.has(name));
  return [
    ...units.map(({ name }): Check => [CHECK.units(name), `${column(ground, name)}.nunique()`]),
    ...columns.flatMap((each) =>
      listTotals(each).map(
        (value): Check => [
          CHECK.total(each.name, value),
          `(${column(ground, each.name)} == ${writeText(value)}).sum()`,
        ],
      ),
    ),
    ...(names.length === 1 ? used : []).flatMap((table) => listLeftOut(query, table)),
  ];
}

/** Rows that repeat an earlier one, where the question leaves them out. */
function listLeftOut(query: Query, table: Table): Check[] {
  if (!table.repeatedRows || !countsOnce(query.rows)) return [];
  const { name } = table;
  const kinds = readKinds({ kind: 'table', name }, [table]);
  const figures = figuresOf(query).map(({ figure }) => figure);
  const { condition, isWhole } = judgeBy(query, figures, (names) =>
    [...names].every((each) => kinds.has(each)),
  );
  if (condition === null && isWhole) return [];
  const rows = condition ? `${name}[${writeCondition(condition, { name, kinds })}]` : name;
  return [[isWhole ? CHECK.leftOut : CHECK.atMost(CHECK.leftOut), `${rows}.duplicated().sum()`]];
}

const WITHOUT_NONE: readonly Aggregate[] = ['sum', 'max'];

/** Periods that no row falls into: they are none in what is counted or added up in each, and not among its groups. */
function listAbsent({ rows, ask }: Query, ground: Source, draft: Draft): Check[] {
  if (ask.kind !== 'values' || rows.kind !== 'group') return [];
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

/** Values that may stand for missing ones, and infinite ones, in columns that the query names. */
function listPlaceholders({ rows, ask }: Query, ground: Source, { tables }: Draft): Check[] {
  const names = listTables(rows);
  const asked = JSON.stringify([rows, ask]);
  const isNamed = (name: string) =>
    ask.kind === 'missing'
      ? ask.columns.length === 0 || ask.columns.includes(name)
      : asked.includes(`"name":${JSON.stringify(name)}`);
  return tables
    .flatMap((table) => (names.includes(table.name) ? table.columns : []))
    .filter(({ name }) => ground.kinds.has(name) && isNamed(name))
    .flatMap(({ name, placeholders = [], infinite = 0 }): Check[] => [
      ...placeholders.map(
        ({ value }): Check => [
          CHECK.placeholder(name, value),
          `(${column(ground, name)} == ${writeFloat(value)}).sum()`,
        ],
      ),
      ...(infinite > 0
        ? [[CHECK.infinite(name), `${column(ground, name)}.abs().eq(float("inf")).sum()`] as const]
        : []),
    ]);
}

/** Rows that equal an earlier one in every column, of those that the result is made of. */
function listAgain(query: Query, ground: Source, { tables }: Draft): Check[] {
  const figures = figuresOf(query).map(({ figure }) => figure);
  const code = writeRepeats(query, figures, { ground, tables });
  return code === null ? [] : [[CHECK.again, code]];
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
  const isRanked = sorted.kind === 'sort' && sorted.descending && sorted.of.kind === 'group';
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
