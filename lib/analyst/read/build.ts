/** Makes the query of a sentence; null where its modifiers have nothing to act on. */
import {
  type Ask,
  type ChartKind,
  type Condition,
  type Figure,
  type Key,
  type NamedFigure,
  nameKey,
  type Presentation,
  type Query,
  type Rows,
  type WindowKind,
} from '../query.ts';
import { allOf, CLOSED_SHARE, countOf, periodKey, pickPeriod } from './figures.ts';
import type { Core, Frame, Measure, Sentence, View } from './meanings.ts';
import {
  column,
  group,
  groupName,
  hoist,
  keep,
  named,
  notesOf,
  pick,
  whereAll,
  withHaving,
} from './nodes.ts';

type Slot = 'keys' | 'within' | 'having' | 'picked' | 'order' | 'chart' | 'asPercent' | 'method' | 'outliers';
const SLOTS: readonly Slot[] = [
  'keys',
  'within',
  'having',
  'picked',
  'order',
  'chart',
  'asPercent',
  'method',
  'outliers',
];
/** The modifiers that each kind of question can use; conditions and decimals go with all. */
const USABLE: Readonly<Record<Core['kind'], readonly Slot[]>> = {
  figures: ['keys', 'having', 'picked', 'order', 'chart', 'asPercent'],
  nested: ['keys', 'having'],
  best: ['keys', 'within', 'having', 'chart'],
  rows: ['keys', 'within', 'picked', 'order', 'chart'],
  'of-picked': [],
  groups: ['having'],
  compare: ['asPercent'],
  series: ['keys', 'chart', 'asPercent'],
  shares: ['keys', 'within', 'chart', 'asPercent'],
  gaps: ['keys', 'within'],
  cross: ['chart', 'asPercent'],
  ask: ['keys', 'method', 'outliers', 'chart', 'asPercent'],
};

interface Made {
  readonly rows: Rows;
  readonly ask: Ask;
  readonly chart?: ChartKind | null;
  readonly isCross?: boolean;
  readonly notes?: readonly (string | null)[];
}
const ROWS: Ask = { kind: 'table', columns: null };

export function buildQuery({ core, frame }: Sentence, view: View): Query | null {
  const isIdle = SLOTS.some((slot) => !USABLE[core.kind].includes(slot) && isSet(frame[slot]));
  if (isIdle || frame.chart === 'pie' || isPointless(frame)) return null;
  if (frame.isSaid && (core.kind === 'shares' || hasRate(core))) return null;
  if (frame.isCross && !(core.kind === 'figures' && frame.keys.length === 2)) return null;
  const made = make(core, frame, whereAll(view.rows, frame.conditions), view);
  if (!made) return null;
  const presentation: Presentation = {
    chart: frame.chart ?? made.chart ?? null,
    isCross: frame.isCross || (made.isCross ?? false),
    decimals: frame.decimals,
    asPercent: frame.asPercent,
    assumptions: [...new Set([...(made.notes ?? []).filter((note) => note !== null), ...frame.notes])],
  };
  return { rows: made.rows, ask: made.ask, presentation };
}

function hasRate(core: Core): boolean {
  const measures = core.kind === 'figures' ? core.measures : core.kind === 'best' ? [core.measure] : [];
  return measures.some((measure) => measure.figure.kind === 'ratio');
}

/** Groups by a column of which one value was asked for: the words were not meant that way. */
function isPointless(frame: Frame): boolean {
  const names = new Set(frame.keys.flatMap(({ of }) => (of.kind === 'column' ? [of.name] : [])));
  const listed = frame.conditions.flatMap((one) => (one.kind === 'and' ? one.conditions : [one]));
  return listed.some((one) => {
    const inner = one.kind === 'not' ? one.condition : one;
    if (inner.kind !== 'compare' || inner.operator !== '==' || inner.left.kind !== 'column') return false;
    return names.has(inner.left.name) && (one === inner || inner.right.kind === 'boolean');
  });
}

function isSet(slot: Frame[Slot]): boolean {
  return Array.isArray(slot) ? slot.length > 0 : slot !== null && slot !== false;
}

function make(core: Core, frame: Frame, rows: Rows, view: View): Made | null {
  if (core.kind === 'figures') return makeFigures(core.measures, frame, rows);
  if (core.kind === 'nested') return makeNested(core, frame, rows);
  if (core.kind === 'best') return makeBest(core, frame, rows);
  if (core.kind === 'rows') return makeRows(core, frame, rows);
  if (core.kind === 'of-picked') {
    return { rows: pick(rows, core.by, core.pick), ask: { kind: 'values', figures: named(core.measures) } };
  }
  if (core.kind === 'groups') return makeGroups(core, frame, rows);
  if (core.kind === 'compare') return { rows, ask: core.ask, notes: [core.note] };
  if (core.kind === 'series') return makeSeries(core, frame, rows, view);
  if (core.kind === 'shares') return makeShares(core.measure, frame, rows);
  if (core.kind === 'gaps') return makeGaps(core, frame, rows);
  if (core.kind === 'cross') {
    if (frame.chart !== null && frame.chart !== 'heatmap') return null;
    return {
      rows: group(rows, core.keys, [core.measure]),
      ask: ROWS,
      isCross: true,
      chart: core.chart,
      notes: [core.measure.note],
    };
  }
  return makeAsk(core, frame, rows);
}

function makeFigures(measures: readonly Measure[], frame: Frame, rows: Rows): Made | null {
  const [only] = measures;
  if (!only) return null;
  const isOne = measures.length === 1;
  const isRate = measures.every((measure) => measure.figure.kind === 'ratio');
  if (frame.keys.length === 0)
    return frame.asPercent && !isRate ? null : makeValues(measures, only, frame, rows);
  if (frame.asPercent && !isRate) {
    const isShare = isOne && isPart(only.figure) && !frame.having && !frame.picked;
    return isShare ? makeShares(only, frame, rows) : null;
  }
  if (frame.chart && !fitsKeys(frame)) return null;
  const isDistinct = measures.some(
    ({ figure }) => figure.kind === 'aggregate' && figure.aggregate === 'distinct',
  );
  if (frame.having && isDistinct) return null;
  const isHoisted = isOne && !frame.having;
  const [measure, of] = isHoisted ? hoist(only, rows) : [only, rows];
  const all = isHoisted ? [measure] : withHaving(measures, frame.having);
  const ranked = all ? order(keep(group(of, frame.keys, all), frame.having), frame, measure) : null;
  return ranked && { rows: ranked, ask: ROWS, notes: notesOf(measures), isCross: frame.chart === 'heatmap' };
}

/** Figures of all rows. */
function makeValues(measures: readonly Measure[], only: Measure, frame: Frame, rows: Rows): Made | null {
  if (frame.having || frame.picked || frame.chart) return null;
  if (only.name === CLOSED_SHARE && frame.conditions.length > 0) return null;
  if (measures.length > 1) {
    return { rows, ask: { kind: 'values', figures: named(measures) }, notes: notesOf(measures) };
  }
  const share = toShare(only.figure, rows);
  if (share) return share;
  const [measure, of] = hoist(only, rows);
  return { rows: of, ask: { kind: 'values', figures: named([measure]) }, notes: notesOf([measure]) };
}

/** Charts of groups: bars and lines of any, a heat map of two. */
function fitsKeys(frame: Frame): boolean {
  if (frame.chart === 'heatmap') return frame.keys.length === 2;
  return (
    frame.chart === 'bar' ||
    (frame.chart === 'line' && frame.keys.some((key) => key.of.kind !== 'column' || key.of.name === 'year'))
  );
}
function order(rows: Rows, frame: Frame, measure: Measure): Rows | null {
  if (!frame.picked) return rows;
  if (frame.order && 'of' in frame.order) return null;
  return pick(rows, column(measure.name), frame.picked);
}
function isPart(figure: Figure): boolean {
  return figure.kind === 'count' || (figure.kind === 'aggregate' && figure.aggregate === 'sum');
}

/** A rate of all rows is a share: which part of which rows. */
function toShare(figure: Figure, rows: Rows): Made | null {
  if (figure.kind !== 'ratio' || figure.left.kind !== 'count' || figure.right.kind !== 'count') return null;
  const listed = (where: Condition | null) =>
    where?.kind === 'and' ? where.conditions : where ? [where] : [];
  const whole = listed(figure.right.where);
  const known = new Set(whole.map((one) => JSON.stringify(one)));
  const part = allOf(listed(figure.left.where).filter((one) => !known.has(JSON.stringify(one))));
  if (!part) return null;
  return {
    rows: whereAll(rows, whole),
    ask: { kind: 'share', part, figure: { kind: 'count', where: null } },
  };
}

function makeNested(core: Extract<Core, { kind: 'nested' }>, frame: Frame, rows: Rows): Made | null {
  if (frame.having || (frame.keys.length > 0 && core.inner.note !== null)) return null;
  const [inner, of] = hoist(core.inner, rows);
  const grouped = group(of, [...frame.keys, ...core.keys], [inner]);
  const figure: Figure = { kind: 'aggregate', aggregate: core.outer, of: column(inner.name), where: null };
  const outer: NamedFigure = { name: `${core.outer} of ${inner.name}`, figure };
  if (frame.keys.length === 0)
    return { rows: grouped, ask: { kind: 'values', figures: [outer] }, notes: [inner.note] };
  const keys = frame.keys.map((key): Key => ({ of: groupName(key), bins: null }));
  return { rows: { kind: 'group', of: grouped, keys, figures: [outer] }, ask: ROWS, notes: [inner.note] };
}

function makeBest(core: Extract<Core, { kind: 'best' }>, frame: Frame, rows: Rows): Made | null {
  if (frame.chart && frame.chart !== 'bar') return null;
  // The fewest of something may be none of it: those groups must stay.
  const [measure, of] = core.pick.descending ? hoist(core.measure, rows) : [core.measure, rows];
  const outer = [...frame.keys, ...frame.within];
  if (outer.some((key) => nameKey(key) === nameKey(core.key))) return null;
  const all = withHaving([measure], frame.having);
  if (!all) return null;
  const grouped = keep(group(of, [...outer, core.key], all), frame.having);
  return {
    rows: pick(grouped, column(measure.name), core.pick, outer.map(groupName)),
    ask: ROWS,
    notes: [measure.note],
  };
}

function makeRows(core: Extract<Core, { kind: 'rows' }>, frame: Frame, rows: Rows): Made | null {
  const ask: Ask = { kind: 'table', columns: core.columns };
  const within = [...frame.keys, ...frame.within].map((key) => key.of);
  if (core.by && core.pick) {
    return frame.picked || frame.chart ? null : { rows: pick(rows, core.by, core.pick, within), ask };
  }
  if (within.length > 0 || (frame.chart && frame.chart !== 'scatter')) return null;
  if (!frame.picked) return { rows, ask };
  const by = frame.order && 'of' in frame.order ? frame.order.of : null;
  return by && { rows: pick(rows, by, frame.picked), ask };
}

function makeGroups(core: Extract<Core, { kind: 'groups' }>, frame: Frame, rows: Rows): Made | null {
  if (!frame.having) {
    if (core.asCount) return null;
    const of: Rows =
      core.key.of.kind === 'column' && !core.key.bins
        ? { kind: 'distinct', of: rows, columns: [core.key.of.name] }
        : group(rows, [core.key], []);
    return {
      rows: of,
      ask: core.key.of.kind === 'column' ? { kind: 'table', columns: [core.key.of.name] } : ROWS,
    };
  }
  const isMany =
    frame.having.operator.startsWith('>') || (frame.having.operator === '==' && frame.having.value > 0);
  const [measure, of] = isMany ? hoist(frame.having.measure, rows) : [frame.having.measure, rows];
  const kept = keep(group(of, [core.key], [measure]), { ...frame.having, measure });
  const count = countOf([], nameKey(core.key));
  return {
    rows: kept,
    ask: core.asCount ? { kind: 'values', figures: named([count]) } : ROWS,
    notes: [measure.note],
  };
}

const WINDOW_NAMES: Readonly<Record<WindowKind['kind'], string>> = {
  'running-total': 'running total',
  'moving-average': 'moving average',
  change: 'change',
  gap: 'gap',
  rank: 'rank',
  share: 'share',
};

function makeSeries(
  core: Extract<Core, { kind: 'series' }>,
  frame: Frame,
  rows: Rows,
  view: View,
): Made | null {
  const { date } = view;
  const isTime = (key: Key) =>
    key.of.kind === 'period' ||
    (key.of.kind === 'column' && key.of.name === date?.name) ||
    (core.window === null && key.of.kind === 'part');
  const times = frame.keys.filter(isTime);
  if (!date || times.length + (core.period ? 1 : 0) > 1) return null;
  if (frame.chart && frame.chart !== 'line' && frame.chart !== 'bar') return null;
  if (frame.asPercent && core.window?.kind !== 'change') return null;
  const period = core.period ?? pickPeriod(date);
  const time = times[0] ?? periodKey(period, view);
  if (!time) return null;
  const others = frame.keys.filter((key) => !isTime(key));
  const [measure, of] = hoist(core.measure, rows);
  const grouped = group(of, [time, ...others], [measure]);
  const note = times.length > 0 || core.period ? null : `One point for each ${period}.`;
  const notes = [measure.note, note];
  if (!core.window) return { rows: grouped, ask: ROWS, chart: 'line', notes };
  const windowed: Rows = {
    kind: 'window',
    of: grouped,
    name: WINDOW_NAMES[core.window.kind],
    window: core.window,
    value: column(measure.name),
    order: groupName(time),
    within: others.map(groupName),
  };
  return { rows: windowed, ask: ROWS, chart: 'line', notes };
}

function makeShares(given: Measure, frame: Frame, rows: Rows): Made | null {
  const keys = [...frame.within, ...frame.keys];
  const isClear = frame.keys.length === 1;
  if (!isPart(given.figure) || !isClear || (frame.chart && frame.chart !== 'bar')) return null;
  const [measure, of] = hoist(given, rows);
  const windowed: Rows = {
    kind: 'window',
    of: group(of, keys, [measure]),
    name: 'share',
    window: { kind: 'share' },
    value: column(measure.name),
    order: null,
    within: frame.within.map(groupName),
  };
  return { rows: windowed, ask: ROWS, notes: [measure.note] };
}

function makeGaps(core: Extract<Core, { kind: 'gaps' }>, frame: Frame, rows: Rows): Made | null {
  const date = column(core.date.name);
  const keys = [...frame.keys, ...frame.within];
  const within = keys.map((key) => key.of);
  const windowed: Rows = {
    kind: 'window',
    of: rows,
    name: 'gap',
    window: { kind: 'gap', unit: core.unit },
    value: date,
    order: date,
    within,
  };
  if (!core.aggregate) return { rows: windowed, ask: ROWS };
  const figure: Figure = { kind: 'aggregate', aggregate: core.aggregate, of: column('gap'), where: null };
  const figures = [{ name: `${core.aggregate} ${core.unit} between rows`, figure }];
  if (keys.length === 0) return { rows: windowed, ask: { kind: 'values', figures } };
  return { rows: { kind: 'group', of: windowed, keys, figures }, ask: ROWS };
}

/** The charts that each of these can be drawn as. */
const CHARTS_OF: Readonly<Partial<Record<Ask['kind'], readonly ChartKind[]>>> = {
  correlation: ['scatter', 'heatmap'],
  outliers: ['box'],
  distribution: ['histogram', 'box'],
};

function makeAsk(core: Extract<Core, { kind: 'ask' }>, frame: Frame, rows: Rows): Made | null {
  const { ask, chart } = core;
  const [by = null, ...more] = frame.keys;
  const isIdle =
    more.length > 0 ||
    (frame.method !== null && ask.kind !== 'correlation') ||
    (frame.outliers !== null && ask.kind !== 'outliers') ||
    (frame.asPercent && ask.kind !== 'share');
  const isDrawn = frame.chart === null || frame.chart === 'pie' || CHARTS_OF[ask.kind]?.includes(frame.chart);
  if (isIdle || !isDrawn) return null;
  if (ask.kind === 'correlation') return { rows, ask: { ...ask, by, method: frame.method ?? ask.method } };
  if (ask.kind === 'outliers') return { rows, ask: { ...ask, by, ...frame.outliers } };
  if (ask.kind === 'distribution') return { rows, ask: { ...ask, by }, chart };
  if (ask.kind === 'streak') return { rows, ask: { ...ask, within: by ? [by.of] : [] } };
  return by ? null : { rows, ask, chart };
}
