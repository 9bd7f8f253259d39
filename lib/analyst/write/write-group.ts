/** Grouping: keys and measures become columns, then one row is made for each combination of keys. */
import {
  type Expression,
  type Figure,
  type Key,
  type NamedFigure,
  nameKey,
  type Rows,
} from '../query/query.ts';
import { type ColumnKinds, kindOf, kindOfFigure, kindOfKey } from './column-kind.ts';
import type { Frame, Source } from './draft.ts';
import { rateOf, toCall, writeMethod } from './figure-method.ts';
import { writeCall, writeFloat, writeKeywords, writeList, writeNames, writeText } from './python-code.ts';
import { operand, writeCondition, writeExpression } from './write-value.ts';

type Pair = readonly [name: string, code: string];

interface Aggregated {
  readonly name: string;
  readonly column: string;
  readonly how: string;
}

/** What has to be written for the figures of a group. */
interface Plan {
  readonly assigned: Pair[];
  readonly aggregated: Aggregated[];
  /** Made of aggregated columns. */
  readonly combined: Pair[];
}

/** `orders.groupby("region", as_index=False).agg(revenue=("revenue", "sum"))` */
export function writeGroup({ keys, figures }: Extract<Rows, { kind: 'group' }>, source: Source): Frame {
  const title = `${figures
    .map(({ name }) => name)
    .slice(0, 2)
    .join('_')}_by_${keys.map(nameKey).join('_')}`;
  const kinds = kindsAfter(keys, figures, source.kinds);
  const plan: Plan = {
    assigned: keys.flatMap((key) => writeKey(key, source)),
    aggregated: [],
    combined: [],
  };
  const names = keys.map(nameKey);
  const replaced = new Set(plan.assigned.map(([name]) => name));
  const taken = new Set([...names, ...figures.map(({ name }) => name)]);
  for (const { name, figure } of figures) planFigure(plan, name, figure, { source, names, replaced, taken });
  const types = keys.map((key) => kindOfKey(key, source.kinds).type);
  const observed = types.some((type) => type === 'weekday' || type === 'range') ? ', observed=True' : '';
  const links = [
    ...(plan.assigned.length > 0 ? [writeCall('.assign', writeKeywords(plan.assigned))] : []),
    ...toLinks(
      `.groupby(${writeNames(names)}, as_index=False${observed})`,
      writeAggregation(plan.aggregated),
    ),
    ...(plan.combined.length > 0 ? [writeCall('.assign', writeKeywords(plan.combined))] : []),
  ];
  return { head: source.name, links, kinds, title };
}

/** A selected column stays in the line of its groups. */
function toLinks(groups: string, aggregation: string): string[] {
  return aggregation.startsWith('[') ? [`${groups}${aggregation}`] : [groups, aggregation];
}

/** One figure that keeps the name of its column needs no other name. */
function writeAggregation(aggregated: readonly Aggregated[]): string {
  const [only] = aggregated;
  const call = only && aggregated.length === 1 && only.name === only.column ? toCall(only.how) : null;
  if (only && call !== null) return `[${writeText(only.name)}]${call}`;
  const pairs = aggregated.map(({ name, column, how }) => [name, `(${writeText(column)}, ${how})`] as const);
  return writeCall('.agg', writeKeywords(pairs));
}

function kindsAfter(keys: readonly Key[], figures: readonly NamedFigure[], kinds: ColumnKinds): ColumnKinds {
  return new Map([
    ...keys.map((key) => [nameKey(key), kindOfKey(key, kinds)] as const),
    ...figures.map(({ name, figure }) => [name, kindOfFigure(figure, kinds)] as const),
  ]);
}

/** A key that is not a column yet. */
function writeKey(key: Key, source: Source): Pair[] {
  if (key.bins !== null) {
    const edges = writeList(key.bins.map(writeFloat));
    return [[nameKey(key), `pd.cut(${writeExpression(key.of, source)}, ${edges}, right=False)`]];
  }
  if (key.of.kind === 'column') return [];
  const code = writeExpression(key.of, source);
  // Without a value for every row, pandas makes decimals of years and months.
  const hasGaps = key.of.kind === 'part' && key.of.part !== 'weekday' && kindOf(key.of, source.kinds).hasGaps;
  return [[nameKey(key), hasGaps ? `${code}.astype("Int64")` : code]];
}

interface Place {
  readonly source: Source;
  readonly names: readonly string[];
  /** Columns that a key has taken the name of. */
  readonly replaced: ReadonlySet<string>;
  readonly taken: Set<string>;
}

function planFigure(plan: Plan, name: string, figure: Figure, place: Place): void {
  if ((figure.kind === 'ratio' || figure.kind === 'difference') && !rateOf(figure)) {
    planPair(plan, name, figure, place);
    return;
  }
  const { column, code, how } = writeMeasure(figure, place);
  if (code !== null) plan.assigned.push([name, code]);
  plan.aggregated.push({ name, column: column ?? name, how });
}

/** The column that is aggregated, or the code of one that is made for it, and how. */
function writeMeasure(
  figure: Figure,
  place: Place,
): { column: string | null; code: string | null; how: string } {
  const { source, names } = place;
  const made = (code: string, how: string) => ({ column: null, code, how });
  const condition = figure.kind === 'count' ? figure.where : rateOf(figure);
  if (condition !== null)
    return made(writeCondition(condition, source), figure.kind === 'count' ? '"sum"' : '"mean"');
  if (figure.kind !== 'aggregate' && figure.kind !== 'percentile') {
    return { column: names[0] ?? '', code: null, how: '"size"' };
  }
  const kind = kindOf(figure.of, source.kinds);
  const where = figure.where === null ? null : writeCondition(figure.where, source);
  if (figure.kind === 'aggregate' && figure.aggregate === 'missing') {
    return made(`${operand(figure.of, source)}.isna()${where === null ? '' : ` & (${where})`}`, '"sum"');
  }
  const typed = kind.type === 'boolean' && kind.hasGaps ? '.astype("boolean")' : '';
  const suffix = `${typed}${where === null ? '' : `.where(${where})`}`;
  const how = writeMethod(figure, kind);
  if (suffix !== '') return made(`${operand(figure.of, source)}${suffix}`, how);
  const column = plainColumn(figure.of, place);
  return { column, code: column === null ? writeExpression(figure.of, source) : null, how };
}

/** Both parts become columns; what is made of them comes after. */
function planPair(
  plan: Plan,
  name: string,
  figure: Extract<Figure, { kind: 'ratio' | 'difference' }>,
  place: Place,
): void {
  const [left, right] = [figure.left, figure.right].map((part) => {
    const leaf = nameFigure(part, place.taken);
    planFigure(plan, leaf, part, place);
    return `groups[${writeText(leaf)}]`;
  });
  const mayBeZero = kindOfFigure(figure.right, place.source.kinds).mayBeZero;
  const guard = figure.kind === 'ratio' && mayBeZero ? '.replace(0, float("nan"))' : '';
  plan.combined.push([
    name,
    `lambda groups: ${left} ${figure.kind === 'ratio' ? '/' : '-'} ${right}${guard}`,
  ]);
}

/** The column itself, where it can be aggregated as it is. */
function plainColumn(of: Expression, { names, replaced }: Place): string | null {
  if (of.kind !== 'column' || replaced.has(of.name)) return null;
  return names.includes(of.name) ? null : of.name;
}

/** A name for a part of a ratio: "total_cost", "rows". */
function nameFigure(figure: Figure, taken: Set<string>): string {
  const name = suggestName(figure);
  let free = name;
  for (let next = 2; taken.has(free); next += 1) free = `${name}_${next}`;
  taken.add(free);
  return free;
}

function suggestName(figure: Figure): string {
  if (figure.kind === 'count') return figure.where === null ? 'rows' : 'matching_rows';
  if (figure.kind === 'ratio' || figure.kind === 'difference') return figure.kind;
  const of = figure.of.kind === 'column' ? figure.of.name : 'values';
  if (figure.kind === 'percentile') return `percentile_${of}`;
  return `${{ sum: 'total', filled: 'known' }[figure.aggregate as string] ?? figure.aggregate}_${of}`;
}
