/** From what a question says to what to compute; what it leaves open is chosen by the kind of the columns. */
import { type Dataset, findColumn, findDateColumn, findYearColumn, measureColumns } from './dataset.ts';
import type { GroupsIntent, Intent, Scope } from './intent.ts';
import { isAdditive, isIntensive } from './lexicon.ts';
import type { Aggregate, Grain, Group, Reading } from './reading.ts';

/** Decides what to compute; whatever the question leaves open is chosen by the kind of the columns. */
export function planIntent(reading: Reading, dataset: Dataset): Intent {
  const scope: Scope = { filters: reading.filters, chart: reading.chart, assumptions: reading.assumptions };
  if (reading.unknownName !== null) return { ...scope, kind: 'unclear', unknownGroup: reading.unknownName };
  if (reading.doubt !== null) return { ...scope, kind: 'unclear', unknownGroup: null, doubt: reading.doubt };
  const intent = planTopic(reading, dataset, scope) ?? planFigures(reading, dataset, scope);
  return checkGroup(intent, reading);
}

/** What one figure over all rows would answer instead. */
const SPLIT_KINDS: ReadonlySet<Intent['kind']> = new Set([
  'summary',
  'distribution',
  'groups',
  'count',
  'trend',
  'share',
] as const);

/** "Which city has the highest total" without cities: a figure over all rows would not say which. */
function checkGroup(intent: Intent, { unknownGroup, superlative, groups }: Reading): Intent {
  if (unknownGroup === null) return intent;
  if (intent.kind === 'rows') {
    const note = `There is no column "${unknownGroup}", so I looked at individual rows.`;
    return { ...intent, assumptions: [note, ...intent.assumptions] };
  }
  const counted = intent.kind === 'count' && !superlative;
  const misses = !counted && SPLIT_KINDS.has(intent.kind) && groups.length === 0;
  if (intent.kind !== 'unclear' && !misses) {
    const note = `There is no column for "${unknownGroup}", so this was not taken into account.`;
    return { ...intent, assumptions: [note, ...intent.assumptions] };
  }
  const { filters, chart, assumptions } = intent;
  return { filters, chart, assumptions, kind: 'unclear', unknownGroup };
}

function planTopic(reading: Reading, dataset: Dataset, scope: Scope): Intent | null {
  const { topic, measures } = reading;
  switch (topic) {
    case 'missing':
      return planMissing(reading, scope);
    case 'duplicates':
      return { ...scope, kind: topic };
    case 'beyond':
      return { ...scope, kind: 'unclear', unknownGroup: null };
    case 'columns':
      return { ...scope, kind: 'overview' };
    case 'sample':
      return reading.sample && { ...scope, kind: 'sample', ...reading.sample };
    case 'dates':
      return (
        reading.dateEnds && { ...scope, kind: 'dates', ...reading.dateEnds, group: reading.groups[0] ?? null }
      );
    case 'outliers':
      return {
        ...scope,
        kind: 'outliers',
        measures: measures.length > 0 ? measures : namesOf(measureColumns(dataset)),
      };
    case 'correlation':
      return planCorrelation(reading, dataset, scope);
    case 'distribution':
      return planDistribution(reading, scope);
    case 'trend':
      return planTrend(reading, dataset, scope);
    case 'share':
      return planShare(reading, scope);
    case 'distinct':
      return planDistinct(reading, scope);
    case 'common':
      return reading.groups.length > 0
        ? planGroups({ ...reading, measures: [], order: reading.order ?? 'desc' }, scope)
        : null;
    case 'count':
      if (averagesCounts(reading)) return { ...scope, kind: 'unclear', unknownGroup: null };
      return reading.groups.length > 0
        ? planGroups({ ...reading, measures: [] }, scope)
        : { ...scope, kind: 'count' };
    case 'overview':
      return measures.length > 0 || reading.groups.length > 0 ? null : { ...scope, kind: 'overview' };
    default:
      return null;
  }
}

/** Gaps are counted for columns; counts for each group would be another table. */
function planMissing({ gapsIn, groups }: Reading, scope: Scope): Intent {
  const grouped = groups.find(({ column, grain }) => grain !== null || !gapsIn.includes(column));
  if (!grouped) return { ...scope, kind: 'missing', columns: gapsIn };
  const doubt = 'I count missing values for columns, not for groups of rows.';
  return { ...scope, kind: 'unclear', unknownGroup: null, doubt };
}

/** "How many orders a month on average" is a mean of counts; the counts alone would not say it. */
function averagesCounts({ onAverage, counts, groups }: Reading): boolean {
  return onAverage && counts && groups.some(({ grain }) => grain !== null);
}

function planCorrelation(reading: Reading, dataset: Dataset, scope: Scope): Intent | null {
  const { measures, groups } = reading;
  if (measures.length === 1 && reading.filters.some(({ values }) => values.length > 1)) return null;
  const year = findYearColumn(dataset);
  if (measures.length === 1 && groups.length > 0) {
    return groups[0]?.column === year?.name || groups[0]?.grain ? planTrend(reading, dataset, scope) : null;
  }
  if (measures.length === 0 && groups.length > 0) return null;
  return { ...scope, kind: 'correlation', measures: measures.slice(0, 2), group: groups[0]?.column ?? null };
}

function planDistribution(reading: Reading, scope: Scope): Intent | null {
  const [measure] = reading.measures;
  if (measure === undefined) return null;
  return { ...scope, kind: 'distribution', measure, group: reading.groups[0]?.column ?? null };
}

function planTrend(reading: Reading, dataset: Dataset, scope: Scope): Intent | null {
  const time = reading.groups.find((group) => isTimeGroup(group, dataset)) ?? defaultTime(dataset);
  if (!time) return null;
  const split = reading.groups.find((group) => !isTimeGroup(group, dataset))?.column ?? null;
  const measure = reading.measures[0] ?? (reading.counts ? null : soleMeasure(dataset));
  if (measure === undefined) return { ...scope, kind: 'unclear', unknownGroup: null };
  const aggregate =
    reading.aggregates[0] ?? (measure && isAdditive(measure) && !reading.onAverage ? 'sum' : 'mean');
  return { ...scope, kind: 'trend', measure, aggregate, time: toPeriod(time), split };
}

/** A trend runs along the calendar, so a month is each month, not all Januaries together; likewise an hour. */
function toPeriod(time: Group): Group {
  if (time.grain === 'hour') return { ...time, grain: 'clock-hour' };
  return time.grain === 'calendar-month' ? { ...time, grain: 'month' } : time;
}

function isTimeGroup(group: Group, dataset: Dataset): boolean {
  return group.grain !== null || group.column === findYearColumn(dataset)?.name;
}

/** Years for long spans, months for a few years, days for less; a year column stands for itself. */
export function defaultTime(dataset: Dataset): Group | null {
  const date = findDateColumn(dataset);
  const year = findYearColumn(dataset);
  if (year && (!date || year.unique > 5)) return { column: year.name, grain: null };
  if (!date) return null;
  const days = date.span ? (Date.parse(date.span.last) - Date.parse(date.span.first)) / 86_400_000 : 3650;
  return { column: date.name, grain: chooseGrain(days) };
}

function chooseGrain(days: number): Grain {
  if (days > 365 * 8) return 'year';
  if (days > 100) return 'month';
  if (days > 4) return 'day';
  return days > 0.2 || days === 0 ? 'clock-hour' : 'minute';
}

/** The only number column; with several, taking one would answer a question nobody asked. */
function soleMeasure(dataset: Dataset): string | undefined {
  const [only, ...others] = measureColumns(dataset);
  return others.length === 0 ? only?.name : undefined;
}

function planShare(reading: Reading, scope: Scope): Intent | null {
  const { filters, splitAt, groups, measures } = reading;
  const single = filters.length === 1 || splitAt < 0;
  const part = single ? filters : filters.filter(({ at }) => at > splitAt);
  const whole = single ? [] : filters.filter(({ at }) => at <= splitAt);
  const group = groups.find(({ column }) => !part.some((filter) => filter.column === column)) ?? null;
  if (part.length === 0 && !group) return null;
  // "Share of sales in South" is of the sales; the share of the rows would be another figure.
  if (part.length > 0 && measures.length > 0) return { ...scope, kind: 'unclear', unknownGroup: null };
  const measure = part.length === 0 ? (measures[0] ?? null) : null;
  return { ...scope, kind: 'share', filters: whole, part, group, measure };
}

function planDistinct(reading: Reading, scope: Scope): Intent | null {
  if (reading.target === null) return null;
  if (reading.groups.length === 0) return { ...scope, kind: 'distinct', target: reading.target };
  return planGroups({ ...reading, measures: [reading.target], aggregates: ['nunique'] }, scope);
}

function planGroups(reading: Reading, scope: Scope): GroupsIntent {
  const { measures, groups, order, limit, percentile } = reading;
  const aggregate = measures.length === 0 ? 'count' : groupAggregate(reading);
  return { ...scope, kind: 'groups', measures, aggregate, percentile, groups, order, limit };
}

/** Averages unless totals were asked for, or the most of something that adds up. */
function groupAggregate(reading: Reading): Aggregate {
  const [first] = reading.aggregates;
  if (first) return first;
  if (reading.onAverage) return 'mean';
  const addsUp = (name: string) => isAdditive(name) || (reading.ranksRows && !isIntensive(name));
  return reading.measures.every(addsUp) ? 'sum' : 'mean';
}

function planFigures(reading: Reading, dataset: Dataset, scope: Scope): Intent {
  const given = addImpliedGroup(withMeasure(reading, dataset));
  const { measures, groups, aggregates, order } = given;
  const [measure] = measures;
  if (measure && order && (isRowwise(groups, dataset) || (groups.length === 0 && asksForRow(given)))) {
    return { ...scope, kind: 'rows', measure, order, limit: given.limit ?? 1 };
  }
  const spread =
    given.chart === 'box' ||
    given.chart === 'hist' ||
    (given.topic === 'overview' && aggregates.length === 0 && groups.length === 1);
  if (measure && spread && groups.every(({ grain }) => grain === null)) {
    return { ...scope, kind: 'distribution', measure, group: groups[0]?.column ?? null };
  }
  if (lacksMeasure(given) || lacksGroup(given)) return { ...scope, kind: 'unclear', unknownGroup: null };
  if (groups.length > 0) return planGroups(given, scope);
  if (measures.length > 0) {
    if (given.chart === 'scatter' && measures.length > 1) {
      return { ...scope, kind: 'correlation', measures: measures.slice(0, 2), group: null };
    }
    if (measure && given.chart && aggregates.length === 0) return planPlot(given, dataset, scope, measure);
    return {
      ...scope,
      kind: 'summary',
      measures,
      aggregates: summaryAggregates(given),
      percentile: given.percentile,
    };
  }
  if (given.filters.length > 0) return { ...scope, kind: 'count' };
  return given.chart ? { ...scope, kind: 'overview' } : { ...scope, kind: 'unclear', unknownGroup: null };
}

/** "Plot the price": over time when there is time, else how it is spread. */
function planPlot(reading: Reading, dataset: Dataset, scope: Scope, measure: string): Intent {
  const spread = reading.chart === 'hist' || reading.chart === 'box';
  const trend = spread ? null : planTrend(reading, dataset, scope);
  return trend ?? { ...scope, kind: 'distribution', measure, group: null };
}

/** A ranking, an average or an amount needs a number column: take the only one there is. */
function withMeasure(reading: Reading, dataset: Dataset): Reading {
  const { groups, order, aggregates } = reading;
  const needs = aggregates.length > 0 || (order && (groups.length === 0 || isRowwise(groups, dataset)));
  const choices = measureColumns(dataset);
  const [only] = choices;
  if (reading.measures.length > 0 || !needs || !only || choices.length > 1) return reading;
  return { ...reading, measures: [only.name] };
}

/** A figure was asked for, but of nothing the table holds: counting rows instead would answer another question. */
function lacksMeasure(reading: Reading): boolean {
  if (reading.groups.length === 0 || reading.measures.length > 0) return false;
  return reading.aggregates.length > 0 || (reading.superlative && !reading.ranksRows);
}

/** "Which plant makes the most on average", "who closed the most" without such a column: one figure would not say which. */
function lacksGroup(reading: Reading): boolean {
  return (
    reading.groups.length === 0 && reading.ranksRows && (reading.onAverage || reading.measures.length === 0)
  );
}

/** Two values of one column are compared with each other. */
function addImpliedGroup(reading: Reading): Reading {
  const implied = reading.filters.find(({ values }) => values.length > 1)?.group;
  if (!implied || reading.groups.some(({ column }) => column === implied.column)) return reading;
  return { ...reading, groups: [implied, ...reading.groups].slice(0, 3) };
}

/** Groups with one row each: the question is about rows. */
function isRowwise(groups: readonly Group[], dataset: Dataset): boolean {
  return groups.some(({ column, grain }) => {
    const found = findColumn(dataset, column);
    return (
      found !== null && (grain === null || grain === 'day') && found.unique === dataset.rows - found.missing
    );
  });
}

function asksForRow(reading: Reading): boolean {
  return (
    reading.superlative &&
    !reading.onAverage &&
    reading.aggregates.every((each) => each === 'max' || each === 'min')
  );
}

function summaryAggregates(reading: Reading): Aggregate[] {
  if (reading.aggregates.length > 0) return [...reading.aggregates];
  if (reading.topic === 'overview') return ['mean', 'median', 'std', 'min', 'max'];
  return reading.measures.every(isAdditive) && !reading.onAverage ? ['sum', 'mean'] : ['mean', 'median'];
}

function namesOf(columns: readonly { name: string }[]): string[] {
  return columns.map(({ name }) => name);
}
