/** Rows as a data frame: filters, joins, sorting, and the first of them. */

import type { Condition, Expression, Order, Rows } from '../query/query.ts';
import { hasFigure } from '../query/walk.ts';
import { joinSuffix, kindOf, readKinds, tableOf } from './column-kind.ts';
import { type Draft, type Frame, nameFrame, type Source, toFrame } from './draft.ts';
import { writeCall, writeKeywords, writeList, writeNames, writeText } from './python-code.ts';
import { writeGroup } from './write-group.ts';
import { hasOperator, writeCondition, writeExpression, writeGroups } from './write-value.ts';
import { writeWindow } from './write-window.ts';

type Places = Extract<Rows, { kind: 'limit' | 'nth' }>;

/** Writes what has to come before into the draft, and returns the rest as an expression. */
export function writeRows(draft: Draft, rows: Rows): Frame {
  switch (rows.kind) {
    case 'table':
      return toFrame({ name: rows.name, kinds: readKinds(rows, draft.tables) });
    case 'join':
      return writeJoin(draft, rows);
    case 'sides':
      return writeSides(draft, rows);
    case 'where': {
      const { of, condition } = mergeFilters(rows);
      const source = nameFrame(draft, writeRows(draft, of));
      draft.unfiltered ??= source;
      return {
        ...toFrame(source),
        head: `${source.name}[${writeCondition(condition, source)}]`,
        title: 'selected',
      };
    }
    case 'derive': {
      const source = nameFrame(draft, writeRows(draft, rows.of));
      const code = writeExpression(rows.expression, source);
      const links = [writeCall('.assign', writeKeywords([[rows.name, code]]))];
      return { head: source.name, links, kinds: readKinds(rows, draft.tables), title: `with_${rows.name}` };
    }
    case 'group': {
      const source = nameFrame(draft, writeRows(draft, rows.of));
      // Of groups of groups, the last are what the answer shows.
      draft.ground = source;
      return writeGroup(rows, source);
    }
    case 'window': {
      const order = rows.order ?? (rows.window.kind === 'gap' ? rows.value : null);
      const frame = writeRows(draft, rows.of);
      const orders = order === null ? [] : [{ by: order, descending: false }];
      return writeWindow(draft, rows, order === null ? frame : writeSort(draft, frame, orders, true));
    }
    case 'sort':
      return writeSort(draft, writeRows(draft, rows.of), rows.orders, false);
    case 'limit':
    case 'nth':
      return writePlaces(draft, rows);
    case 'distinct': {
      const frame = writeRows(draft, rows.of);
      const columns = rows.columns.length === 0 ? '' : `[${writeList(rows.columns.map(writeText))}]`;
      const kinds = readKinds(rows, draft.tables);
      return {
        ...frame,
        links: [...frame.links, `${columns}.drop_duplicates()`],
        kinds,
        title: 'distinct_rows',
      };
    }
  }
}

/** Filters on top of each other are one, unless a figure is made of the rows between them. */
function mergeFilters(rows: Extract<Rows, { kind: 'where' }>): { of: Rows; condition: Condition } {
  const { of, condition } = rows;
  if (of.kind !== 'where' || hasFigure(condition)) return { of, condition };
  const inner = mergeFilters(of);
  const conditions = [inner.condition, condition].flatMap((each) =>
    each.kind === 'and' ? each.conditions : [each],
  );
  return { of: inner.of, condition: { kind: 'and', conditions } };
}

/** The table twice, with the columns of each side called alike. */
function writeSides(draft: Draft, rows: Extract<Rows, { kind: 'sides' }>): Frame {
  const kinds = readKinds(rows, draft.tables);
  const names = [...kinds.keys()];
  const parts = [0, 1].map((side) => {
    const own = names.map((name) => rows.columns.find((each) => each.name === name)?.of[side] ?? name);
    return `${rows.name}[${writeList(own.map(writeText))}].set_axis(${writeList(names.map(writeText))}, axis=1)`;
  });
  return {
    head: `pd.concat(${writeList(parts)}, ignore_index=True)`,
    links: [],
    kinds,
    title: 'each_side',
  };
}

/** Rows without a key have no partner, while pandas would join them with each other. */
function writeJoin(draft: Draft, rows: Extract<Rows, { kind: 'join' }>): Frame {
  const { leftKey, rightKey } = rows;
  const left = writeRows(draft, rows.left);
  const right = nameFrame(draft, writeRows(draft, rows.right));
  const isOpen = left.kinds.get(leftKey)?.hasGaps && right.kinds.get(rightKey)?.hasGaps;
  const partner = isOpen ? `${right.name}.dropna(subset=${writeText(rightKey)})` : right.name;
  const on =
    leftKey === rightKey
      ? `on=${writeText(leftKey)}`
      : `left_on=${writeText(leftKey)}, right_on=${writeText(rightKey)}`;
  const shared = [...right.kinds.keys()].some(
    (name) => left.kinds.has(name) && !(name === leftKey && name === rightKey),
  );
  draft.ground = null;
  const suffixes = shared ? `, suffixes=("", ${writeText(joinSuffix(rows.right))})` : '';
  return {
    ...left,
    links: [...left.links, `.merge(${partner}, ${on}${suffixes})`],
    kinds: readKinds(rows, draft.tables),
    title: `${tableOf(rows.left)}_with_${tableOf(rows.right)}`,
  };
}

/** `isStable`: rows that tie keep their order, where a window depends on it. */
function writeSort(draft: Draft, frame: Frame, orders: readonly Order[], isStable: boolean): Frame {
  const { frame: ready, names } = toColumns(
    draft,
    frame,
    orders.map(({ by }) => by),
  );
  const directions = orders.map(({ descending }) => (descending ? 'False' : 'True'));
  const isAscending = orders.every(({ descending }) => !descending);
  const ascending = isAscending
    ? ''
    : `, ascending=${orders.length === 1 ? directions[0] : writeList(directions)}`;
  const stable = isStable && names.length === 1 ? ', kind="stable"' : '';
  const link = `.sort_values(${writeNames(names)}${ascending}${stable})`;
  return { ...ready, links: [...ready.links, link], title: frame.links.length > 0 ? frame.title : 'ranked' };
}

/** What is sorted by needs to be a column. */
function toColumns(
  draft: Draft,
  frame: Frame,
  expressions: readonly Expression[],
): { frame: Frame; names: string[] } {
  if (expressions.every(({ kind }) => kind === 'column')) {
    return { frame, names: expressions.flatMap((each) => (each.kind === 'column' ? [each.name] : [])) };
  }
  const source = nameFrame(draft, frame);
  const pairs = expressions.map((each, at) =>
    each.kind === 'column'
      ? ([each.name, null] as const)
      : ([at === 0 ? 'sort_value' : `sort_value_${at + 1}`, writeExpression(each, source)] as const),
  );
  const added = pairs.flatMap(([name, code]) => (code === null ? [] : [[name, code] as const]));
  const kinds = new Map([
    ...frame.kinds,
    ...expressions.map((each, at) => [pairs[at]?.[0] ?? '', kindOf(each, frame.kinds)] as const),
  ]);
  const links = [writeCall('.assign', writeKeywords(added))];
  return {
    frame: { ...frame, head: source.name, links, kinds, title: 'ranked' },
    names: pairs.map(([name]) => name),
  };
}

/** The orders that rows are in, also below a filter. */
function ordersOf(rows: Rows): readonly Order[] {
  if (rows.kind === 'sort') return rows.orders;
  if (rows.kind === 'where' || rows.kind === 'derive' || rows.kind === 'limit' || rows.kind === 'nth')
    return ordersOf(rows.of);
  return [];
}

/** The first rows, or the row at a place: ties share a place, and a missing value has none. */
function writePlaces(draft: Draft, rows: Places): Frame {
  const orders = ordersOf(rows.of);
  if (orders.length === 0) return writeUnsorted(draft, rows);
  const title = rows.kind === 'nth' ? `place_${rows.place}` : rows.count === 1 ? 'top' : `top_${rows.count}`;
  const isDirect = rows.of.kind === 'sort' && isShort(rows, orders);
  const frame = writeRows(draft, rows.of.kind === 'sort' && isDirect ? rows.of.of : rows.of);
  const ends = rows.kind === 'limit' && isDirect ? writeEnds(rows.count, orders, frame) : null;
  if (ends) return { ...frame, links: [...frame.links, ...ends], title };
  const known = dropUnranked(orders, frame);
  const sorted = isDirect ? writeSort(draft, known, orders, false) : known;
  const source = nameFrame(draft, { ...sorted, title: 'ranked' });
  const places = writePlaceNumbers(rows, orders, source);
  const test = rows.kind === 'limit' ? `<= ${rows.count}` : `== ${rows.place}`;
  const head = `${source.name}[${hasOperator(places) ? `(${places})` : places} ${test}]`;
  const groups = rows.within.flatMap((key) => (key.kind === 'column' ? [key.name] : []));
  const links = groups.length > 0 ? [`.sort_values(${writeNames(groups)}, kind="stable")`] : [];
  return { ...toFrame(source), head, links, title };
}

/** Rows without the value that ranks them have no place. */
function dropUnranked(orders: readonly Order[], frame: Frame): Frame {
  const [order] = orders;
  const name = orders.length === 1 && order?.by.kind === 'column' ? order.by.name : null;
  if (name === null || !frame.kinds.get(name)?.hasGaps) return frame;
  return { ...frame, links: [...frame.links, `.dropna(subset=${writeText(name)})`] };
}

/** The highest or lowest with their ties, by the word that pandas has for it; null for texts, which have no such word. */
function writeEnds(count: number, [order]: readonly Order[], frame: Frame): string[] | null {
  if (order?.by.kind !== 'column') return null;
  const kind = frame.kinds.get(order.by.name);
  if (!kind || !['number', 'date', 'period'].includes(kind.type)) return null;
  const name = writeText(order.by.name);
  const end = `.${order.descending ? 'nlargest' : 'nsmallest'}(${count}, ${name}, keep="all")`;
  return [...(kind.hasGaps ? [`.dropna(subset=${name})`] : []), end];
}

/** One order over all rows is the shape that pandas has a word for. */
function isShort(rows: Places, orders: readonly Order[]): boolean {
  return (
    rows.of.kind === 'sort' &&
    orders.length === 1 &&
    orders[0]?.by.kind === 'column' &&
    rows.within.length === 0
  );
}

function writePlaceNumbers({ kind, within }: Places, orders: readonly Order[], source: Source): string {
  const method = kind === 'limit' ? 'min' : 'dense';
  const names = orders.map(({ by }, at) =>
    by.kind === 'column' ? by.name : at === 0 ? 'sort_value' : `sort_value_${at + 1}`,
  );
  const [name = ''] = names;
  const isPlain = names.length === 1;
  const descending = isPlain && orders[0]?.descending ? ', ascending=False' : '';
  const rank = `.rank(method="${method}"${descending})`;
  const column = `${source.name}[${writeText(name)}]`;
  const type = source.kinds.get(name)?.type;
  if (isPlain && within.length === 0) return `${column}${rank}`;
  if (isPlain && (type === 'number' || type === 'date'))
    return `${writeGroups(within, source)}[${writeText(name)}]${rank}`;
  const values = isPlain
    ? `${column}.rank()`
    : `${source.name}.groupby(${writeNames(names)}, sort=False, dropna=False).ngroup()`;
  const keys = within.map((key) => writeExpression(key, source));
  return within.length === 0 ? `${values}${rank}` : `${values}.groupby(${writeList(keys)})${rank}`;
}

function writeUnsorted(draft: Draft, rows: Places): Frame {
  const frame = writeRows(draft, rows.of);
  if (rows.within.length > 0) {
    const source = nameFrame(draft, frame);
    const method = rows.kind === 'limit' ? `head(${rows.count})` : `nth(${rows.place - 1})`;
    return {
      ...toFrame(source),
      links: [],
      head: `${writeGroups(rows.within, source)}.${method}`,
      title: 'first_rows',
    };
  }
  const link = rows.kind === 'limit' ? `.head(${rows.count})` : `.iloc[${rows.place - 1}:${rows.place}]`;
  return { ...frame, links: [...frame.links, link], title: 'first_rows' };
}
