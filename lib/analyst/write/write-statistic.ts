/** Questions about the data as a whole: how columns relate, how values are spread, what is missing or double. */
import { type Ask, type Expression, type Key, nameKey } from '../query/query.ts';
import { type ColumnKinds, kindOf } from './column-kind.ts';
import { assign, type Draft, type Source } from './draft.ts';
import { writeCall, writeFloatList, writeKeywords, writeList, writeText } from './python-code.ts';
import { operand, writeExpression } from './write-value.ts';

type Statistic = Exclude<Ask, { kind: 'table' | 'values' | 'compare' | 'share' | 'whether' }>;

/** Returns what holds the result; null for a single value. */
export function writeStatistic(draft: Draft, ask: Statistic, source: Source): Source | null {
  switch (ask.kind) {
    case 'correlation':
      return writeCorrelation(draft, ask, source);
    case 'missing': {
      const columns =
        ask.columns.length === 0 ? source.name : `${source.name}[${writeList(ask.columns.map(writeText))}]`;
      draft.lines.push(`missing = ${columns}.isna()`);
      return show(
        draft,
        'missing_values',
        'pd.DataFrame({"missing": missing.sum(), "percent": missing.mean() * 100})',
      );
    }
    case 'overview': {
      const { name } = source;
      const code = `pd.DataFrame({"type": ${name}.dtypes.astype(str), "missing": ${name}.isna().sum(), "distinct": ${name}.nunique()})`;
      const overview = assign(draft, 'overview', code);
      const numbers = numberColumns(source.kinds);
      const parts =
        numbers.length === 0
          ? ''
          : `.join(${name}[${writeList(numbers.map(writeText))}].agg(["min", "mean", "max"]).T)`;
      draft.lines.push(`${overview}${parts}`);
      return { name: overview, kinds: new Map() };
    }
    case 'columns':
      draft.lines.push(`${source.name}.dtypes.astype(str).to_frame("type")`);
      return null;
  }
}

function show(draft: Draft, wish: string, code: string): Source {
  const name = assign(draft, wish, code);
  draft.lines.push(name);
  return { name, kinds: new Map() };
}

export function numberColumns(kinds: ColumnKinds): string[] {
  return [...kinds].filter(([, { type }]) => type === 'number').map(([name]) => name);
}

/** Columns as they are; what is calculated gets a name first. */
function toColumns(
  draft: Draft,
  expressions: readonly Expression[],
  source: Source,
): { source: Source; names: string[] } {
  const names = expressions.map((each, at) => (each.kind === 'column' ? each.name : nameValue(each, at)));
  const added = expressions.flatMap((each, at) =>
    each.kind === 'column' ? [] : [[names[at] ?? '', writeExpression(each, source)] as const],
  );
  if (added.length === 0) return { source, names };
  const name = assign(draft, 'measured', `${source.name}${writeCall('.assign', writeKeywords(added))}`);
  const kinds = new Map([
    ...source.kinds,
    ...expressions.map((each, at) => [names[at] ?? '', kindOf(each, source.kinds)] as const),
  ]);
  return { source: { name, kinds }, names };
}

/** "weekday"; what has no name is a value. */
function nameValue(of: Expression, at: number): string {
  if (of.kind === 'part' || of.kind === 'period') return nameKey({ of, bins: null });
  return at === 0 ? 'value' : `value_${at + 1}`;
}

/** What to group by, and whether only groups that occur are wanted: pandas asks for it with categories. */
function writeKey(key: Key, source: Source): string {
  const { of, bins } = key;
  const edges = bins === null ? '' : writeFloatList(bins);
  if (bins !== null) return `pd.cut(${writeExpression(of, source)}, ${edges}, right=False), observed=True`;
  if (of.kind === 'column') return writeText(of.name);
  const isOrdered = kindOf(of, source.kinds).type === 'weekday';
  return `${operand(of, source)}.rename(${writeText(nameKey(key))})${isOrdered ? ', observed=True' : ''}`;
}

function writeCorrelation(
  draft: Draft,
  ask: Extract<Ask, { kind: 'correlation' }>,
  given: Source,
): Source | null {
  const { source, names } = toColumns(draft, ask.of, given);
  const [first = '', second = ''] = names.map(writeText);
  const pair = (frame: string) => `${frame}[${first}].corr(${frame}[${second}])`;
  if (ask.by === null) {
    draft.lines.push(pair(source.name));
    return null;
  }
  const grouped = `${source.name}.groupby(${writeKey(ask.by, source)})[${writeList([first, second])}]`;
  const each = `${grouped}.apply(lambda group: ${pair('group')}).rename("correlation")`;
  return show(draft, 'correlations', each);
}
