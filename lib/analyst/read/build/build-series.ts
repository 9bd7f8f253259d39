/** Queries of what happens over time: trends, growth, running totals. */
import {
  type Condition,
  type Key,
  nameKey,
  type Period,
  type Rows,
  type WindowKind,
} from '../../query/query.ts';
import { aggregateOf, periodKey, pickPeriod } from '../words/figures.ts';
import type { Frame, Measure, View } from '../words/meanings.ts';
import { measureOf } from './build-compare.ts';
import { conditionsOf, isTime, type Made } from './made.ts';
import { column, group, hoist, whereAll } from './nodes.ts';

export function buildSeries(frame: Frame, view: View): Made | null {
  const { date } = view;
  const measure = toSum(measureOf(frame), frame);
  if (!measure || !date || frame.isWhich || (frame.isHow && !frame.change && !frame.isTrend)) return null;
  const keys = frame.target ? [...frame.keys, frame.target] : frame.keys;
  const isTimeKey = (key: Key) =>
    key.of.kind === 'period' || (key.of.kind === 'column' && key.of.name === date.name) || isPart(key, frame);
  const times = keys.filter(isTimeKey);
  const others = keys.filter((key) => !isTimeKey(key));
  if (times.length > 1 || (frame.isEach && keys.length === 0)) return null;
  if (times.length === 0 && isOfTwoTimes(frame)) return null;
  const period = times[0]?.of.kind === 'period' ? times[0].of.period : pickPeriod(date);
  const time = times[0] ?? periodKey(period, view);
  const window = windowOf(frame);
  if (!time || (frame.asPercent && window?.kind !== 'change')) return null;
  const later = window?.kind === 'change' ? laterConditions(frame, time) : [];
  const before = conditionsOf(frame).filter((one) => later.length === 0 || !isTime(one));
  const [single, of] = hoist(measure, whereAll(view.rows, before));
  const grouped = group(of, [time, ...others], [single]);
  const notes = [measure.note, times.length > 0 ? null : `One point for each ${period}.`];
  const ask = { kind: 'table', columns: null } as const;
  if (!window) return { rows: grouped, ask, chart: 'line', notes };
  const windowed: Rows = {
    kind: 'window',
    of: grouped,
    name: window.kind.replace('-', ' '),
    window,
    value: single.name,
    order: nameKey(time),
    within: others.map(nameKey),
  };
  return { rows: whereAll(windowed, later), ask, chart: 'line', notes };
}

const LENGTHS: Readonly<Partial<Record<Period, number>>> = { year: 4, quarter: 7, month: 7 };
const LONG = 10;

/** What is compared with the periods before needs those too: only the result is limited to the time that was asked for. */
function laterConditions(frame: Frame, time: Key): Condition[] {
  const { of } = time;
  const moved = conditionsOf(frame)
    .filter(isTime)
    .map((one) => {
      const isCompared = (one.kind === 'compare' || one.kind === 'between') && one.left.kind === 'column';
      if (!isCompared || of.kind !== 'period') return null;
      const ends = one.kind === 'between' ? [one.low, one.high] : [one.right];
      const isCoarse = ends.every(
        (end) => end.kind === 'date' && end.iso.length <= (LENGTHS[of.period] ?? LONG),
      );
      return isCoarse ? { ...one, left: column(nameKey(time)) } : null;
    });
  const known = moved.filter((one) => one !== null);
  return known.length === moved.length ? known : [];
}

/** What is added up from period to period is a total of each, unless an average was asked for. */
function toSum(measure: Measure | null, { isRunning }: Frame): Measure | null {
  if (!measure || !isRunning) return measure;
  const { figure, note } = measure;
  if (note === null || figure.kind !== 'aggregate' || figure.aggregate !== 'mean') return measure;
  const name = figure.of.kind === 'column' ? figure.of.name : measure.name;
  return aggregateOf('sum', { of: figure.of, name, field: null }, `\`${name}\` is added up.`) ?? measure;
}

/** A change from one time to another is one figure. */
function isOfTwoTimes({ change, isRunning, conditions }: Frame): boolean {
  const isBetween = conditions.some((one) => one.kind === 'between' && one.low.kind === 'date');
  return change !== null && !isRunning && isBetween;
}

/** "by weekday": a time axis of a trend, and none of a running total. */
function isPart(key: Key, frame: Frame): boolean {
  return key.of.kind === 'part' && !frame.isRunning && frame.change === null;
}

function windowOf(frame: Frame): WindowKind | null {
  if (frame.isRunning) return { kind: 'running-total' };
  if (!frame.change || frame.isTrend) return null;
  // "How has it changed?" is answered by its course, from first to last.
  if (frame.isHow && frame.change === 'difference' && frame.keys.length === 0) return null;
  return { kind: 'change', as: frame.asPercent ? 'percent' : frame.change };
}
