/** Makes a query of what the pieces of a question add up to, or none where some of it would not be used. */
import {
  type DurationUnit,
  type Expression,
  nameKey,
  type Presentation,
  type Query,
  type Rows,
} from '../../query/query.ts';
import { isFilled, SLOTS } from '../words/frames.ts';
import type { Frame, Measure, View } from '../words/meanings.ts';
import { findUnit, wordsOf } from '../words/tokens.ts';
import { buildCompare, buildShare } from './build-compare.ts';
import { buildFigures, buildRows } from './build-groups.ts';
import { buildSeries } from './build-series.ts';
import { chooseChart } from './choose-chart.ts';
import { conditionsOf, type Made } from './made.ts';
import { neverHolds } from './never-holds.ts';
import { selectRows } from './nodes.ts';

const DURATIONS = ['seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'years'] as const;

/** "in days", "in kWh": durations are measured so, columns have to be; null where nothing that is asked for is. */
function applyUnit(frame: Frame, view: View): Frame | null {
  const unit = findUnit(frame.unit ?? '') ?? frame.unit ?? '';
  const span = DURATIONS.find((each) => each === `${unit.replace(/s$/, '')}s`);
  const measures = frame.measures.map((measure) => measureIn(measure, span));
  const changed = measures.some((measure, index) => measure !== frame.measures[index]);
  const rest = { ...frame, unit: null };
  if (changed) return { ...rest, measures };
  const isPercent = unit === '%' && frame.measures.every(({ figure }) => figure.kind === 'rate');
  if (isPercent && frame.measures.length > 0) return { ...rest, asPercent: true };
  const columns = [...frame.measures.map(columnName), nameOf(frame.ranking?.amount.of ?? null)];
  const isMeasured = columns.some((name) => name !== null && hasUnit(name, unit, view));
  return isMeasured ? rest : null;
}

function measureIn(measure: Measure, unit: DurationUnit | undefined): Measure {
  const { figure } = measure;
  if (!unit || (figure.kind !== 'aggregate' && figure.kind !== 'percentile') || figure.of.kind !== 'duration')
    return measure;
  const name = measure.name.replace(figure.of.unit, unit);
  return { ...measure, name, figure: { ...figure, of: { ...figure.of, unit } } };
}

function columnName({ figure }: Measure): string | null {
  return figure.kind === 'aggregate' || figure.kind === 'percentile' ? nameOf(figure.of) : null;
}

function nameOf(of: Expression | null): string | null {
  return of?.kind === 'column' ? of.name : null;
}

function hasUnit(name: string, unit: string, view: View): boolean {
  const field = view.fields.find((one) => one.name === name);
  const words = [...wordsOf(name), field?.unit?.toLowerCase() ?? ''];
  return words.some((word) => findUnit(word) === unit);
}

type Slot = keyof Frame;
/** A kind of question: when it is one, the slots that it uses, and what it makes of them. */
interface Shape {
  readonly isMeant: (frame: Frame) => boolean;
  readonly slots: readonly Slot[];
  readonly make: (frame: Frame, view: View) => Made | null | readonly Made[];
}

/** Slots that every question can use. */
const COMMON: readonly Slot[] = [
  'conditions',
  'said',
  'hasRows',
  'decimals',
  'notes',
  'isAdded',
  'isDrawn',
  'hasPronoun',
  'isBare',
  'isCounted',
  'isUnique',
];
const GROUPS: readonly Slot[] = ['keys', 'target', 'isWhich', 'isPer', 'isEach'];
const ORDER: readonly Slot[] = ['count', 'place', 'descending', 'isSorted', 'ranking', 'isRank'];

const SHAPES: readonly Shape[] = [
  { isMeant: (frame) => frame.ask !== null, slots: ['ask', 'isTruth', 'isHow'], make: buildAsk },
  {
    isMeant: (frame) => frame.isShare,
    slots: ['isShare', 'whole', 'measures', 'asPercent', 'chart', 'isTotal', ...GROUPS, ...ORDER],
    make: buildShare,
  },
  {
    isMeant: (frame) => frame.sides !== null || frame.versus !== null || frame.compare !== null,
    slots: [
      'compare',
      'sides',
      'versus',
      'change',
      'measures',
      'outer',
      'descending',
      'asPercent',
      'isTruth',
      'isTotal',
      'isHow',
      'isHowMuch',
    ],
    make: buildCompare,
  },
  {
    isMeant: (frame) => frame.isRunning || frame.change !== null || frame.isTrend,
    slots: [
      'isRunning',
      'change',
      'isTrend',
      'measures',
      'chart',
      'asPercent',
      'isHow',
      'isTruth',
      ...GROUPS,
    ],
    make: buildSeries,
  },
  {
    isMeant: (frame) => frame.measures.length > 0 || frame.keys.length > 0 || frame.target !== null,
    slots: [
      'isAsked',
      'measures',
      'outer',
      'isTotal',
      'having',
      'chart',
      'asPercent',
      'isHowMuch',
      ...GROUPS,
      ...ORDER,
    ],
    make: (frame, view) => buildFigures(frame, rowsOf(frame, view), view),
  },
  {
    isMeant: () => true,
    slots: ['isAsked', 'columns', 'chart', ...ORDER],
    make: (frame, view) => buildRows(frame, rowsOf(frame, view)),
  },
];

/** Dates without a time of day have no hours. */
const HOURS = /"(part|period)":"(hour-of-day|hour)"/;

/** More than one where the same words can mean either. */
export function buildQueries(frame: Frame, view: View): Query[] {
  const measured = frame.unit === null ? frame : applyUnit(frame, view);
  if (!measured) return [];
  const rows: Rows = { kind: 'distinct', of: view.rows, columns: [] };
  const built = measured.isUnique
    ? buildShapes({ ...measured, isUnique: false }, { ...view, rows })
    : buildShapes(measured, view);
  const queries = built.filter((query) => !neverHolds(query));
  return view.date?.hasTime === false
    ? queries.filter((query) => !HOURS.test(JSON.stringify(query)))
    : queries;
}

function buildShapes(asked: Frame, view: View): Query[] {
  const frame = toCalendar(asked, view);
  if (frame.isFollowUp || isPointless(frame, view)) return [];
  const shape = SHAPES.find(({ isMeant }) => isMeant(frame));
  if (!shape) return [];
  const used = new Set([...COMMON, ...shape.slots]);
  if (SLOTS.some((slot) => isFilled(frame, slot) && !used.has(slot))) return [];
  const made = shape.make(frame, view);
  return [made].flat().flatMap((one) => (one ? (present(one, frame) ?? []) : []));
}

const REPEATED = { month: 'month-of-year', quarter: 'quarter-of-year' } as const;

/** "The warmest month on average" of several years is a month of the calendar. */
function toCalendar(frame: Frame, { date }: View): Frame {
  const { target, outer, isWhich, ranking } = frame;
  const years = date?.span ? Number(date.span.last.slice(0, 4)) - Number(date.span.first.slice(0, 4)) : 0;
  if (target?.of.kind !== 'period' || outer !== 'mean' || !(isWhich || ranking) || years < 1) return frame;
  const { period, of } = target.of;
  if (period !== 'month' && period !== 'quarter') return frame;
  const note = `Each ${period} of the calendar is taken together over the years.`;
  const part = { kind: 'part', of, part: REPEATED[period] } as const;
  return { ...frame, target: { of: part }, notes: [...frame.notes, note] };
}

/** Null where a chart was asked for and there is nothing to draw. */
function present(made: Made, frame: Frame): Query | null {
  const drawn = frame.isDrawn ? chooseChart(made) : null;
  if (frame.isDrawn && frame.chart === null && drawn === null) return null;
  const presentation: Presentation = {
    chart: frame.chart ?? drawn ?? made.chart ?? null,
    isChartAsked: frame.isDrawn || frame.chart !== null,
    decimals: frame.decimals,
    assumptions: [...new Set([...(made.notes ?? []).filter((note) => note !== null), ...frame.notes])],
  };
  const isDrawn = presentation.chart !== null && made.ask.kind === 'table';
  return { rows: isDrawn ? withOthers(made.rows) : made.rows, ask: made.ask, presentation };
}

/** A chart of the first alone shows nothing: it stands among the others. */
function withOthers(rows: Rows): Rows {
  const isFirst = rows.kind === 'limit' && rows.count === 1;
  return isFirst && rows.of.kind === 'sort' && rows.of.of.kind === 'group' ? rows.of : rows;
}

function rowsOf(frame: Frame, view: View): Rows {
  return selectRows(view.rows, conditionsOf(frame));
}

/** Groups by a column of which one value was asked for: the words were not meant that way. */
function isPointless(frame: Frame, view: View): boolean {
  const keys = [...frame.keys, ...(frame.target ? [frame.target] : [])];
  const names = new Set(keys.flatMap(({ of }) => (of.kind === 'column' ? [of.name] : [])));
  if (new Set(keys.map(nameKey)).size < keys.length) return true;
  // Groups of a single row are not counted.
  const isCounting = frame.measures.every(({ figure }) => figure.kind === 'count') && frame.ranking === null;
  const isChosen = frame.descending !== null || frame.having?.measure.figure.kind === 'count';
  const isAlone = view.fields.some(({ name, isIdentifier }) => isIdentifier && names.has(name));
  if (isCounting && isChosen && isAlone) return true;
  const listed = conditionsOf(frame).flatMap((one) => (one.kind === 'and' ? one.conditions : [one]));
  return listed.some((one) => {
    // "By weekday and weekend" is not by weekday, at weekends.
    if (one.kind === 'in' && one.left.kind === 'part')
      return keys.some(({ of }) => JSON.stringify(of) === JSON.stringify(one.left));
    const inner = one.kind === 'not' ? one.condition : one;
    if (inner.kind !== 'compare' || inner.operator !== '==' || inner.left.kind !== 'column') return false;
    return names.has(inner.left.name) && (one === inner || inner.right.kind === 'boolean');
  });
}

function buildAsk(frame: Frame, view: View): Made | null {
  return frame.ask && { rows: rowsOf(frame, view), ask: frame.ask };
}
