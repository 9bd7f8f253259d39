/** Rows as a data frame: filters, joins, sorting, and the first of them. */

import type { Condition, Expression, Order, Rows } from '../query/query.ts';
import { hasFigure } from '../query/walk.ts';
import { joinSuffix, kindOf, readKinds, tableOf } from './column-kind.ts';
import { type Draft, type Frame, nameFrame, type Source, toFrame } from './draft.ts';
import { selectColumns, writeCall, writeKeywords, writeText } from './python-code.ts';
import { writeGroup } from './write-group.ts';
import { writeCondition, writeExpression, writeGroups } from './write-value.ts';

type Window = Extract<Rows, { kind: 'window' }>;

/** `frame`: the rows of `window.of`, sorted as the window asks. */
function writeWindow(draft: Draft, window: Window, frame: Frame): Frame {
  const source = nameFrame(draft, frame);
  const code = writeWindowColumn(window, source);
  return {
    head: source.name,
    links: [writeCall('.assign', writeKeywords([[window.name, code]]))],
    kinds: readKinds(window, draft.tables),
    title: source.name === frame.title ? `${source.name}_${window.name}` : source.name,
  };
}

/** A percentage is multiplied before it is divided: 7 of 100 is 7 %, while 7 / 100 * 100 is a little more. */
function writeWindowColumn({ window, value, within }: Window, source: Source): string {
  const column = `[${writeText(value)}]`;
  const all = `${source.name}${column}`;
  const apart = within.length === 0 ? all : `${writeGroups(within.map(toColumn), source)}${column}`;
  const mayBeZero = source.kinds.get(value)?.mayBeZero ?? true;
  switch (window.kind) {
    case 'running-total':
      return `${apart}.cumsum()`;
    case 'change': {
      if (window.as === 'difference') return `${apart}.diff()`;
      // From nothing or less, a percentage says nothing.
      return `100 * ${apart}.diff() / ${apart}.shift()${mayBeZero ? '.where(lambda base: base > 0)' : ''}`;
    }
    case 'share': {
      if (within.length > 0)
        return `100 * ${all} / ${apart}.transform("sum")${mayBeZero ? '.replace(0, float("nan"))' : ''}`;
      return `100 * ${all} / ${mayBeZero ? `(${all}.sum() or float("nan"))` : `${all}.sum()`}`;
    }
  }
}

function toColumn(name: string): Expression {
  return { kind: 'column', name };
}

type Places = Extract<Rows, { kind: 'limit' | 'nth' }>;

/** Writes what has to come before into the draft, and returns the rest as an expression. */
export function writeRows(draft: Draft, rows: Rows): Frame {
  switch (rows.kind) {
    case 'table':
      return toFrame({ name: rows.name, kinds: readKinds(rows, draft.tables) });
    case 'join':
      return writeJoin(draft, rows);
    case 'where': {
      const { of, condition } = mergeFilters(rows);
      const source = nameFrame(draft, writeRows(draft, of));
      return {
        ...toFrame(source),
        head: `${source.name}[${writeCondition(condition, source)}]`,
        title: 'selected',
      };
    }
    case 'group':
      return writeGroup(rows, nameFrame(draft, writeRows(draft, rows.of)));
    case 'window': {
      const frame = writeRows(draft, rows.of);
      const along = rows.order !== null && { by: toColumn(rows.order), descending: false };
      return writeWindow(draft, rows, along ? writeSort(draft, frame, along, true) : frame);
    }
    case 'sort':
      return writeSort(draft, writeRows(draft, rows.of), rows, false);
    case 'limit':
    case 'nth':
      return writePlaces(draft, rows);
    case 'distinct': {
      const frame = writeRows(draft, rows.of);
      const links = [...frame.links, `${selectColumns(rows.columns)}.drop_duplicates()`];
      return { ...frame, links, kinds: readKinds(rows, draft.tables), title: 'distinct_rows' };
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
  const suffixes = shared ? `, suffixes=("", ${writeText(joinSuffix(rows.right))})` : '';
  return {
    ...left,
    links: [...left.links, `.merge(${partner}, ${on}${suffixes})`],
    kinds: readKinds(rows, draft.tables),
    title: `${tableOf(rows.left)}_with_${tableOf(rows.right)}`,
  };
}

/** `isStable`: rows that tie keep their order, where a window depends on it. */
function writeSort(draft: Draft, frame: Frame, { by, descending }: Order, isStable: boolean): Frame {
  const ready = by.kind === 'column' ? frame : withSortValue(draft, frame, by);
  const direction = descending ? ', ascending=False' : '';
  const link = `.sort_values(${writeText(sortName(by))}${direction}${isStable ? ', kind="stable"' : ''})`;
  return { ...ready, links: [...ready.links, link], title: frame.links.length > 0 ? frame.title : 'ranked' };
}

function sortName(by: Expression): string {
  return by.kind === 'column' ? by.name : 'sort_value';
}

/** What is sorted by needs to be a column. */
function withSortValue(draft: Draft, frame: Frame, by: Expression): Frame {
  const source = nameFrame(draft, frame);
  const links = [writeCall('.assign', writeKeywords([['sort_value', writeExpression(by, source)]]))];
  const kinds = new Map([...frame.kinds, ['sort_value', kindOf(by, frame.kinds)] as const]);
  return { ...frame, head: source.name, links, kinds, title: 'ranked' };
}

/** The first rows, or the row at a place: ties share a place, and a missing value has none. */
function writePlaces(draft: Draft, rows: Places): Frame {
  const order = rows.of;
  if (order.kind !== 'sort') throw new Error('Only sorted rows have places.');
  const title = rows.kind === 'nth' ? `place_${rows.place}` : rows.count === 1 ? 'top' : `top_${rows.count}`;
  // One column is the shape that pandas has a word for.
  const isShort = order.by.kind === 'column';
  const frame = writeRows(draft, isShort ? order.of : order);
  const ends = rows.kind === 'limit' ? writeEnds(rows.count, order, frame) : null;
  if (ends) return { ...frame, links: [...frame.links, ...ends], title };
  const known = dropUnranked(order, frame);
  const sorted = isShort ? writeSort(draft, known, order, false) : known;
  const source = nameFrame(draft, { ...sorted, title: 'ranked' });
  const method = rows.kind === 'limit' ? 'min' : 'dense';
  const direction = order.descending ? ', ascending=False' : '';
  const places = `${source.name}[${writeText(sortName(order.by))}].rank(method="${method}"${direction})`;
  const test = rows.kind === 'limit' ? `<= ${rows.count}` : `== ${rows.place}`;
  return { ...toFrame(source), head: `${source.name}[${places} ${test}]`, title };
}

/** Rows without the value that ranks them have no place. */
function dropUnranked({ by }: Order, frame: Frame): Frame {
  if (by.kind !== 'column' || !frame.kinds.get(by.name)?.hasGaps) return frame;
  return { ...frame, links: [...frame.links, `.dropna(subset=${writeText(by.name)})`] };
}

/** The highest or lowest with their ties, by the word that pandas has for it; null for texts, which have no such word. */
function writeEnds(count: number, { by, descending }: Order, frame: Frame): string[] | null {
  if (by.kind !== 'column') return null;
  const kind = frame.kinds.get(by.name);
  if (!kind || !['number', 'date', 'period'].includes(kind.type)) return null;
  const name = writeText(by.name);
  const end = `.${descending ? 'nlargest' : 'nsmallest'}(${count}, ${name}, keep="all")`;
  return [...(kind.hasGaps ? [`.dropna(subset=${name})`] : []), end];
}
