/** Queries of what happens over time: trends, growth, running totals. */
import type { Condition, Key, Period, Rows, WindowKind } from '../query/query.ts';
import { measureOf } from './build-compare.ts';
import { aggregateOf, periodKey, pickPeriod } from './figures.ts';
import { conditionsOf, isTime, type Made } from './made.ts';
import type { Frame, Measure, View } from './meanings.ts';
import { column, group, groupName, hoist, whereAll } from './nodes.ts';

const WINDOW_NAMES: Readonly<Record<WindowKind['kind'], string>> = {
  'running-total': 'running total',
  'moving-average': 'moving average',
  change: 'change',
  share: 'share',
};
const PER_YEAR: Readonly<Partial<Record<Period, number>>> = {
  year: 1,
  quarter: 4,
  month: 12,
  week: 52,
  day: 365,
};

export function buildSeries(frame: Frame, view: View): Made | null {
  const { date } = view;
  const measure = toSum(measureOf(frame), frame);
  if (!measure || !date || frame.isWhich || (frame.isHow && !frame.change && !frame.isTrend)) return null;
  const keys = frame.target ? [...frame.keys, frame.target] : frame.keys;
  const isTimeKey = (key: Key) =>
    key.of.kind === 'period' || (key.of.kind === 'column' && key.of.name === date.name) || isPart(key, frame);
  const times = keys.filter(isTimeKey);
  const others = keys.filter((key) => !isTimeKey(key));
  if (times.length > 1 || frame.within.length > 0 || (frame.isEach && keys.length === 0)) return null;
  if (frame.chart && frame.chart !== 'line' && frame.chart !== 'bar') return null;
  if (times.length === 0 && isOfTwoTimes(frame)) return null;
  const period = frame.period ?? periodOf(times[0]) ?? (frame.isYearly ? 'year' : pickPeriod(date));
  const time = times[0] ?? periodKey(period, view);
  const window = windowOf(frame, period);
  if (!time || (frame.asPercent && window?.kind !== 'change')) return null;
  const later = window && window.kind !== 'running-total' ? laterConditions(frame, time) : [];
  const before = conditionsOf(frame).filter((one) => later.length === 0 || !isTime(one));
  const [single, of] = hoist(measure, whereAll(view.rows, before));
  const grouped = group(of, [time, ...others], [single]);
  const note = times.length > 0 || frame.period || frame.isYearly ? null : `One point for each ${period}.`;
  const notes = [measure.note, note];
  const ask = { kind: 'table', columns: null } as const;
  if (!window) return { rows: grouped, ask, chart: 'line', notes };
  const windowed: Rows = {
    kind: 'window',
    of: grouped,
    name: WINDOW_NAMES[window.kind],
    window,
    value: column(single.name),
    order: groupName(time),
    within: others.map(groupName),
  };
  return { rows: whereAll(windowed, later), ask, chart: 'line', notes };
}

/** What is compared with the periods before needs those too: only the result is limited to the time that was asked for. */
function laterConditions(frame: Frame, time: Key): Condition[] {
  const times = conditionsOf(frame).filter(isTime);
  const moved = times.map((one) => {
    if ((one.kind !== 'compare' && one.kind !== 'between') || time.of.kind !== 'period') return null;
    const isMonth = one.left.kind === 'part' && one.left.part === 'month-of-year' && time.of.period === 'day';
    if (isMonth && one.left.kind === 'part') return { ...one, left: { ...one.left, of: groupName(time) } };
    return one.left.kind === 'column' && isCoarse(one, time.of.period)
      ? { ...one, left: groupName(time) }
      : null;
  });
  return moved.every((one) => one !== null) ? moved.filter((one) => one !== null) : [];
}

const LENGTHS: Readonly<Record<Period, number>> = {
  year: 4,
  quarter: 7,
  month: 7,
  week: 10,
  day: 10,
  hour: 13,
  minute: 16,
};

/** What is added up from period to period is a total of each, unless an average was asked for. */
function toSum(measure: Measure | null, { window }: Frame): Measure | null {
  if (!measure || window?.kind !== 'running-total') return measure;
  const { figure, note } = measure;
  if (note === null || figure.kind !== 'aggregate' || figure.aggregate !== 'mean') return measure;
  const name = figure.of.kind === 'column' ? figure.of.name : measure.name;
  return aggregateOf('sum', { of: figure.of, name, field: null }, `\`${name}\` is added up.`) ?? measure;
}

function isCoarse(condition: Extract<Condition, { kind: 'compare' | 'between' }>, period: Period): boolean {
  const ends = condition.kind === 'between' ? [condition.low, condition.high] : [condition.right];
  return ends.every((end) => end.kind === 'date' && end.iso.length <= LENGTHS[period]);
}

/** A change from one time to another is one figure. */
function isOfTwoTimes({ change, window, conditions }: Frame): boolean {
  return (
    change !== null && !window && conditions.some((one) => one.kind === 'between' && one.low.kind === 'date')
  );
}

/** "by weekday": a time axis of a trend, and none of a running total. */
function isPart(key: Key, frame: Frame): boolean {
  return key.of.kind === 'part' && frame.window === null && frame.change === null;
}

function periodOf(key: Key | undefined): Period | null {
  return key?.of.kind === 'period' ? key.of.period : null;
}

function windowOf(frame: Frame, period: Period): WindowKind | null {
  if (frame.window) return frame.window;
  if (!frame.change || frame.isTrend) return null;
  // "How has it changed?" is answered by its course, from first to last.
  if (frame.isHow && frame.change === 'difference' && !frame.isYearly && frame.keys.length === 0) return null;
  const as = frame.asPercent ? 'percent' : frame.change;
  return { kind: 'change', as, offset: frame.isYearly ? (PER_YEAR[period] ?? 1) : 1 };
}
