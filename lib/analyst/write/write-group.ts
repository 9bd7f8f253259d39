/** Grouping: keys and measures become columns, then one row is made for each combination of keys. */
import { type Expression, type Figure, type Key, nameKey, type Rows } from '../query/query.ts';
import { groupKinds, kindOf } from './column-kind.ts';
import type { Frame, Source } from './draft.ts';
import { toCall, writeMethod } from './figure-method.ts';
import { writeCall, writeKeywords, writeNames, writeText } from './python-code.ts';
import { operand, writeCondition, writeExpression } from './write-value.ts';

type Pair = readonly [name: string, code: string];

interface Aggregated {
  readonly name: string;
  readonly column: string;
  readonly how: string;
}

/** `orders.groupby("region", as_index=False).agg(revenue=("revenue", "sum"))` */
export function writeGroup(rows: Extract<Rows, { kind: 'group' }>, source: Source): Frame {
  const { keys, figures } = rows;
  const names = keys.map(nameKey);
  const measured = figures.slice(0, 2).map(({ name }) => name);
  const assigned = keys.flatMap((key) => writeKey(key, source));
  const replaced = new Set(assigned.map(([name]) => name));
  const aggregated = figures.map(({ name, figure }): Aggregated => {
    const { column, code, how } = writeMeasure(figure, { source, names, replaced });
    if (code !== null) assigned.push([name, code]);
    return { name, column: column ?? name, how };
  });
  const isOrdered = keys.some(({ of }) => kindOf(of, source.kinds).type === 'weekday');
  const groups = `.groupby(${writeNames(names)}, as_index=False${isOrdered ? ', observed=True' : ''})`;
  const links = [
    ...(assigned.length > 0 ? [writeCall('.assign', writeKeywords(assigned))] : []),
    ...toLinks(groups, writeAggregation(aggregated)),
  ];
  const title = `${measured.join('_')}_by_${names.join('_')}`;
  return { head: source.name, links, kinds: groupKinds(rows, source.kinds), title };
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

/** A key that is not a column yet. */
function writeKey(key: Key, source: Source): Pair[] {
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
}

/** The column that is aggregated, or the code of one that is made for it, and how. */
function writeMeasure(
  figure: Figure,
  place: Place,
): { column: string | null; code: string | null; how: string } {
  const { source, names } = place;
  const made = (code: string, how: string) => ({ column: null, code, how });
  if (figure.kind === 'rate') return made(writeCondition(figure.where, source), '"mean"');
  if (figure.kind === 'count')
    return figure.where === null
      ? { column: names[0] ?? '', code: null, how: '"size"' }
      : made(writeCondition(figure.where, source), '"sum"');
  const kind = kindOf(figure.of, source.kinds);
  const where = figure.where === null ? null : writeCondition(figure.where, source);
  const typed = kind.type === 'boolean' && kind.hasGaps ? '.astype("boolean")' : '';
  const suffix = `${typed}${where === null ? '' : `.where(${where})`}`;
  const how = writeMethod(figure, kind);
  if (suffix !== '') return made(`${operand(figure.of, source)}${suffix}`, how);
  const column = plainColumn(figure.of, place);
  return { column, code: column === null ? writeExpression(figure.of, source) : null, how };
}

/** The column itself, where it can be aggregated as it is. */
function plainColumn(of: Expression, { names, replaced }: Place): string | null {
  return of.kind !== 'column' || replaced.has(of.name) || names.includes(of.name) ? null : of.name;
}
