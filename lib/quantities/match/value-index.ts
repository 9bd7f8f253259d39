/** Values in order of their size and by the words that name them, so that a number need not look at all of them. */
import type { Label, SourceGroup, SourceValue } from '../source/source-value.ts';
import { type CalendarDate, saysDate } from '../text/dates.ts';
import { isName } from './is-name.ts';

export interface ValueIndex {
  /** The first `most` values whose size, without sign, is in a range; `to` included. */
  within(from: number, to: number, most: number): readonly SourceValue[];
  /** How many different sizes are in a range. */
  countWithin(from: number, to: number): number;
  /** Factors of the units of one dimension that values are known to have. */
  factorsOf(dimension: string): readonly number[];
  /** Values that say a date, or can be its year. */
  saying(date: CalendarDate): readonly SourceValue[];
  /** Values of rows with one of the words in their names, and of lines with it; not of words that name very many. */
  named(stems: Iterable<string>, most: number): ReadonlySet<SourceValue>;
  /** Whether the name of a row or a column has the number, as 34 of `18-34`, or a table or a list that size. */
  isNameOrSize(value: number): boolean;
  /** What the rows and the columns of a table are called. */
  labelsOf(table: SourceGroup): { readonly rows: LabelsByStem; readonly columns: LabelsByStem };
  readonly columns: readonly ValueList[];
  readonly lines: readonly ValueList[];
  /** Values of the same row of a table, or of the same line; of a long one those near it. */
  besides(value: SourceValue): readonly SourceValue[];
  /** The value above it in its column. */
  previousOf(value: SourceValue): SourceValue | undefined;
}

/** The words of each label, by each of its words. */
export type LabelsByStem = ReadonlyMap<string, readonly ReadonlySet<string>[]>;

/** Values of one column of a table, or of one line, that can be added. */
export interface ValueList {
  readonly values: readonly SourceValue[];
  readonly total: number;
  /** Whether nothing of it is left out. */
  readonly isWhole: boolean;
}

/** `counts`: how many rows and columns tables have, and how many items lists. */
export function createValueIndex(values: readonly SourceValue[], counts: readonly number[]): ValueIndex {
  const sorted = values.filter(isNumber).toSorted((a, b) => Math.abs(a.value) - Math.abs(b.value));
  const sizes = sorted.map(({ value }) => Math.abs(value));
  const distinct = sizes.filter((size, at) => size !== sizes[at - 1]);
  const factors = Map.groupBy(
    values.filter(({ unit }) => unit.unit !== null),
    ({ unit }) => unit.unit?.dimension ?? '',
  );
  const byStem = groupByStem(values);
  const rows = groupByRow(values);
  const dated = values.filter(({ date }) => date !== null);
  const saying = new Map<string, readonly SourceValue[]>();
  const byGroup = Map.groupBy(values, ({ group }) => group);
  const labels = new Map<SourceGroup, { rows: LabelsByStem; columns: LabelsByStem }>();
  let named: ReadonlySet<number> | null = null;
  return {
    within: (from, to, most) => {
      const first = findFirst(sizes, from);
      return sorted.slice(first, Math.min(first + most, findFirst(sizes, to, true)));
    },
    countWithin: (from, to) => findFirst(distinct, to, true) - findFirst(distinct, from),
    factorsOf: (dimension) => [
      ...new Set((factors.get(dimension) ?? []).flatMap(({ unit }) => unit.unit?.factor ?? [])),
    ],
    saying: (asked) => {
      const key = JSON.stringify(asked);
      const found = saying.get(key) ?? dated.filter(({ date }) => date !== null && saysDate(date, asked));
      saying.set(key, found);
      return found;
    },
    named: (stems, most) =>
      new Set(
        [...stems].flatMap((stem) => {
          const found = byStem.get(stem) ?? [];
          return found.length <= most ? found : [];
        }),
      ),
    isNameOrSize: (value) => {
      named ??= new Set([...counts, ...listNumbers(values)]);
      return named.has(value);
    },
    labelsOf: (table) => {
      const own = byGroup.get(table) ?? [];
      const found = labels.get(table) ?? {
        rows: groupLabels(own.map(({ row }) => row)),
        columns: groupLabels(own.map(({ column }) => column)),
      };
      labels.set(table, found);
      return found;
    },
    ...listLists(values),
    besides: (value) => {
      const row = rows.get(value.group)?.get(value.at[0]) ?? [];
      if (row.length <= MAX_ROW) return row;
      const first = Math.max(0, row.indexOf(value) - MAX_ROW / 2);
      return row.slice(first, first + MAX_ROW);
    },
    previousOf: ({ group, at: [row, column] }) =>
      group.kind === 'table' || group.kind === 'lines'
        ? rows
            .get(group)
            ?.get(row - 1)
            ?.find(({ at }) => at[1] === column)
        : undefined,
  };
}

/** More would be tried for each number of the answer. */
const MAX_ROW = 200;

function groupByRow(values: readonly SourceValue[]): Map<SourceGroup, Map<number, SourceValue[]>> {
  const groups = Map.groupBy(values, ({ group }) => group);
  return new Map([...groups].map(([group, own]) => [group, Map.groupBy(own, ({ at }) => at[0])]));
}

function listNumbers(values: readonly SourceValue[]): number[] {
  const names = new Set(values.flatMap(({ row, column }) => [row.text, column.text]));
  return [...names].flatMap((name) => (name.match(/\d+(?:\.\d+)?/g) ?? []).map(Number));
}

function groupLabels(labels: readonly Label[]): LabelsByStem {
  const byStem = new Map<string, ReadonlySet<string>[]>();
  for (const { stems } of new Map(labels.map((label) => [label.text, label])).values()) {
    for (const stem of stems) {
      const known = byStem.get(stem);
      if (known) known.push(stems);
      else byStem.set(stem, [stems]);
    }
  }
  return byStem;
}

/** Dates have no size, but a number that can be a year has one. */
function isNumber({ date }: SourceValue): boolean {
  return date === null || (date.year !== undefined && Object.keys(date).length === 1);
}

function groupByStem(values: readonly SourceValue[]): Map<string, SourceValue[]> {
  const byStem = new Map<string, SourceValue[]>();
  for (const value of values) {
    const { row, around, group } = value;
    const stems = group.kind === 'table' ? row.stems : new Set([...row.stems, ...around.stems]);
    for (const stem of stems) {
      const list = byStem.get(stem);
      if (list) list.push(value);
      else byStem.set(stem, [value]);
    }
  }
  return byStem;
}

function listLists(values: readonly SourceValue[]): Pick<ValueIndex, 'columns' | 'lines'> {
  const [columns, lines]: [ValueList[], ValueList[]] = [[], []];
  for (const [group, own] of Map.groupBy(values, (value) => value.group)) {
    const { kind, isWhole } = group;
    const toList = (list: readonly SourceValue[]): ValueList => {
      const added = list.filter((value) => !isName(value) && value.at[0] >= 0 && !value.row.stems.has('sum'));
      return {
        values: added,
        total: added.reduce((sum, { value }) => sum + value, 0),
        isWhole,
      };
    };
    const byColumn = [...Map.groupBy(own, ({ at }) => at[1]).values()].map(toList);
    // Lines with one value each are a column, too; of others, each line has its own kind of values.
    if (kind === 'table' || byColumn.length === 1) for (const column of byColumn) columns.push(column);
    if (kind === 'table') continue;
    if (byColumn.length > 1) for (const column of listRuns(own)) columns.push(toList(column));
    for (const line of Map.groupBy(own, ({ at }) => at[0]).values()) {
      const list = toList(line);
      if (isAlike(list)) lines.push(list);
    }
  }
  const isList = ({ values: added }: ValueList) => added.length > 1;
  return { columns: columns.filter(isList), lines: lines.filter(isList) };
}

const MIN_RUN = 3;

/** Columns of lines that follow each other and are written alike, though other lines are above or below them. */
function listRuns(values: readonly SourceValue[]): SourceValue[][] {
  const runs: SourceValue[][][] = [];
  for (const line of Map.groupBy(values, ({ at }) => at[0]).values()) {
    const run = runs.at(-1);
    if (run && isOfRun(line, run.at(-1) ?? [])) run.push(line);
    else runs.push([line]);
  }
  return runs
    .filter((run) => run.length >= MIN_RUN)
    .flatMap((run) => [...Map.groupBy(run.flat(), ({ at }) => at[1]).values()]);
}

function isOfRun(line: readonly SourceValue[], above: readonly SourceValue[]): boolean {
  const isNext = line[0]?.at[0] === (above[0]?.at[0] ?? 0) + 1;
  return (
    isNext &&
    line.length === above.length &&
    line.every(({ step }, at) => step < 1 === (above[at]?.step ?? 1) < 1)
  );
}

/** Only values that are written alike can be parts of one whole. */
function isAlike({ values }: ValueList): boolean {
  return values.every(({ step, unit }) => step === values[0]?.step && unit.unit === values[0]?.unit.unit);
}

/** Index of the first size that is not below `limit`, or that is above it. */
function findFirst(sizes: readonly number[], limit: number, isAbove = false): number {
  let [low, high] = [0, sizes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const size = sizes[middle] ?? 0;
    if (isAbove ? size <= limit : size < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
