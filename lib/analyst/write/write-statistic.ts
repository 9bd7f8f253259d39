/** Questions about the data as a whole: how columns relate, how values are spread, what is missing or double. */
import { type Ask, type Expression, type Key, nameKey } from '../query/query.ts';
import { type ColumnKinds, kindOf } from './column-kind.ts';
import { assign, type Draft, type Source } from './draft.ts';
import { writeCall, writeFloatList, writeKeywords, writeList, writeNames, writeText } from './python-code.ts';
import { operand, writeCondition, writeExpression } from './write-value.ts';

type Statistic = Exclude<Ask, { kind: 'table' | 'values' | 'compare' | 'share' | 'whether' }>;

/** Returns what holds the result; null for a single value. */
export function writeStatistic(draft: Draft, ask: Statistic, source: Source): Source | null {
  switch (ask.kind) {
    case 'correlation':
      return writeCorrelation(draft, ask, source);
    case 'distribution':
      return writeDistribution(draft, ask, source);
    case 'outliers':
      return writeOutliers(draft, ask, source);
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
    case 'duplicates': {
      const subset = ask.columns.length === 0 ? '' : `${writeNames(ask.columns)}, `;
      const columns = ask.columns.length === 0 ? [...source.kinds.keys()] : ask.columns;
      const sort = `.sort_values(${writeNames(columns)})`;
      return show(
        draft,
        'duplicates',
        `${source.name}[${source.name}.duplicated(${subset}keep=False)]${sort}`,
      );
    }
    case 'streak':
      return writeStreak(draft, ask, source);
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
  const method = ask.method === 'pearson' ? '' : `method=${writeText(ask.method)}`;
  const [first = '', second] = names;
  const pair = (frame: string) =>
    `${frame}[${writeText(first)}].corr(${frame}[${writeText(second ?? '')}]${method === '' ? '' : `, ${method}`})`;
  if (names.length === 2 && ask.by !== null) {
    const grouped = `${source.name}.groupby(${writeKey(ask.by, source)})[${writeList(names.map(writeText))}]`;
    return show(
      draft,
      'correlations',
      `${grouped}.apply(lambda group: ${pair('group')}).rename("correlation")`,
    );
  }
  if (names.length === 2) {
    draft.lines.push(pair(source.name));
    return null;
  }
  const columns = names.length > 2 ? names : [...new Set([...names, ...numberColumns(source.kinds)])];
  const matrix = `${source.name}[${writeList(columns.map(writeText))}].corr(${method})`;
  if (names.length !== 1) return show(draft, 'correlations', matrix);
  const others = `${matrix}[${writeText(first)}].drop(${writeText(first)})`;
  return show(draft, 'correlations', `${others}.sort_values(key=abs, ascending=False).rename("correlation")`);
}

function writeDistribution(draft: Draft, ask: Extract<Ask, { kind: 'distribution' }>, given: Source): Source {
  const { source, names } = toColumns(draft, [ask.of], given);
  const [name = ''] = names;
  const { type, part } = kindOf(ask.of, source.kinds);
  const values =
    ask.by === null
      ? `${source.name}[${writeText(name)}]`
      : `${source.name}.groupby(${writeKey(ask.by, source)})[${writeText(name)}]`;
  const isMeasured = (type === 'number' || type === 'date') && part === null;
  // What repeats in a calendar is shown in its order, all else by how often it is there.
  const counts = part === null ? '.value_counts()' : '.value_counts().sort_index()';
  return show(draft, 'distribution', `${values}${isMeasured ? '.describe()' : counts}`);
}

function writeOutliers(draft: Draft, ask: Extract<Ask, { kind: 'outliers' }>, given: Source): Source {
  const { source, names } = toColumns(draft, ask.of, given);
  const columns = names.length > 0 ? names : numberColumns(source.kinds);
  const isOne = columns.length === 1;
  const selected = isOne ? writeText(columns[0] ?? '') : writeList(columns.map(writeText));
  const values = assign(draft, 'values', `${source.name}[${selected}]`);
  const groups = ask.by === null ? null : `${source.name}.groupby(${writeKey(ask.by, source)})[${selected}]`;
  const call = (method: string, ...given: string[]) =>
    groups === null
      ? `${values}.${method}(${given.join(', ')})`
      : `${groups}.transform(${[writeText(method), ...given].join(', ')})`;
  const [middle, spread] = ask.method === 'iqr' ? [null, 'q3 - q1'] : [call('mean'), call('std')];
  if (middle === null) draft.lines.push(`q1, q3 = ${call('quantile', '0.25')}, ${call('quantile', '0.75')}`);
  const [from, to] = middle === null ? ['q1', 'q3'] : ['mean', 'mean'];
  const width = middle === null ? `(${spread})` : 'std';
  if (middle !== null) draft.lines.push(`mean, std = ${middle}, ${spread}`);
  draft.lines.push(`low, high = ${from} - ${ask.threshold} * ${width}, ${to} + ${ask.threshold} * ${width}`);
  const mask = `(${values} < low) | (${values} > high)`;
  if (isOne)
    return show(draft, 'outliers', `${source.name}[${mask}].sort_values(${selected}, ascending=False)`);
  if (groups !== null) return show(draft, 'outliers', `(${mask}).sum().to_frame("outliers")`);
  return show(draft, 'outliers', `pd.DataFrame({"outliers": (${mask}).sum(), "low": low, "high": high})`);
}

function writeStreak(draft: Draft, ask: Extract<Ask, { kind: 'streak' }>, given: Source): Source {
  const { source: unsorted, names } = toColumns(draft, [...ask.within, ask.order], given);
  const order = names.at(-1) ?? '';
  const groups = names.slice(0, -1);
  const sort = `.sort_values(${writeNames(names)}${names.length === 1 ? ', kind="stable"' : ''})`;
  const source = { name: assign(draft, 'ordered', `${unsorted.name}${sort}`), kinds: unsorted.kinds };
  const holds = assign(draft, 'holds', writeCondition(ask.condition, source));
  const isNew = [`(${holds} != ${holds}.shift())`];
  for (const name of groups) {
    const code = `${source.name}[${writeText(name)}]`;
    isNew.push(`(${code} != ${code}.shift())`);
  }
  const run = isNew.length === 1 ? isNew[0] : `(${isNew.join(' | ')})`;
  const number = assign(draft, 'run', `${run}.cumsum().rename("run")`);
  const by = [...groups.map(writeText), number].join(', ');
  const column = writeText(order);
  const figures = `.agg(rows=(${column}, "size"), first=(${column}, "min"), last=(${column}, "max"))`;
  const streaks = assign(
    draft,
    'streaks',
    `${source.name}[${holds}].groupby([${by}])${figures}.reset_index()`,
  );
  const longest =
    groups.length === 0
      ? `${streaks}.nlargest(1, "rows", keep="all")`
      : `${streaks}[${streaks}.groupby(${writeNames(groups)})["rows"].rank(method="min", ascending=False) == 1]`;
  return show(draft, 'longest', `${longest}.drop(columns="run")`);
}
