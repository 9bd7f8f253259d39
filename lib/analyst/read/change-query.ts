/** A follow-up edits the query before: a condition on the same column is replaced, another added; keys and figures too. */
import { findGroup, findOrder } from '../query/find-group.ts';
import type { Aggregate, Condition, Expression, Key, NamedFigure, Query, Rows } from '../query/query.ts';
import { chooseChart } from './build/choose-chart.ts';
import { aggregateOf } from './words/figures.ts';
import { isFilled, SLOTS } from './words/frames.ts';
import type { Frame, View } from './words/meanings.ts';

/** Slots that a follow-up can change. */
const CHANGEABLE: ReadonlySet<string> = new Set(
  'conditions said hasRows keys measures isAdded outer chart isDrawn decimals asPercent notes hasPronoun isFollowUp isEach'.split(
    ' ',
  ),
);

export function changeQuery(previous: Query, frame: Frame, view: View): Query | null {
  if (JSON.stringify(baseOf(previous.rows)) !== JSON.stringify(view.rows)) return null;
  if (SLOTS.some((slot) => isFilled(frame, slot) && !CHANGEABLE.has(slot))) return null;
  const added = frame.said ? [...frame.conditions, frame.said] : frame.conditions;
  const conditioned = added.reduce<Query>((query, condition) => addCondition(query, condition), previous);
  const figures = newFigures(conditioned, frame, view);
  if (figures === null) return null;
  const ranked =
    frame.measures.length === 0 && figures.length > 0 ? withoutRanking(conditioned) : conditioned;
  const refigured = figures.length > 0 ? setFigures(ranked, figures) : conditioned;
  const grouped = refigured && frame.keys.length > 0 ? setKeys(refigured, frame.keys) : refigured;
  if (!grouped) return null;
  const drawn = frame.isDrawn ? chooseChart(grouped) : null;
  if (frame.isDrawn && frame.chart === null && drawn === null) return null;
  const presentation = {
    ...grouped.presentation,
    // What was decided about other figures is not true of these.
    assumptions: figures.length > 0 ? [] : grouped.presentation.assumptions,
    chart: frame.chart ?? drawn ?? grouped.presentation.chart,
    isChartAsked: frame.isDrawn || frame.chart !== null || grouped.presentation.isChartAsked,
    decimals: frame.decimals ?? grouped.presentation.decimals,
  } as const;
  const changed = { ...grouped, presentation };
  return JSON.stringify(changed) === JSON.stringify(previous) ? null : changed;
}

function baseOf(rows: Rows): Rows {
  return 'of' in rows ? baseOf(rows.of) : rows;
}

/** The rows with what `edit` makes of the innermost node that it accepts. */
function editRows(rows: Rows, edit: (rows: Rows) => Rows | null): Rows | null {
  const inner = 'of' in rows ? editRows(rows.of, edit) : null;
  if (inner && 'of' in rows) return { ...rows, of: inner };
  return edit(rows);
}

/** What a condition is about, without the exact value. */
function topicOf(condition: Condition): string {
  if (condition.kind === 'not') return topicOf(condition.condition);
  if ('conditions' in condition) return condition.conditions.map(topicOf).join(' ');
  if (condition.kind === 'empty') return JSON.stringify(condition.of);
  const of = condition.left;
  return JSON.stringify(of.kind === 'part' || of.kind === 'period' ? of.of : of);
}

function addCondition(query: Query, condition: Condition): Query {
  const listed = (one: Condition) => (one.kind === 'and' ? one.conditions : [one]);
  const rows =
    editRows(query.rows, (node) => {
      if (node.kind !== 'where' || 'of' in node.of) return null;
      const kept = listed(node.condition).filter((one) => topicOf(one) !== topicOf(condition));
      return {
        ...node,
        condition: kept.length === 0 ? condition : { kind: 'and', conditions: [...kept, condition] },
      };
    }) ?? editRows(query.rows, (node) => ('of' in node ? null : { kind: 'where', of: node, condition }));
  return rows ? { ...query, rows } : query;
}

/** The figures asked for now, none where they stay, null where they cannot be. */
function newFigures(query: Query, change: Frame, view: View): NamedFigure[] | null {
  if (change.measures.length > 0) return change.measures.map(({ name, figure }) => ({ name, figure }));
  const { outer } = change;
  if (!outer) return [];
  const changed = figuresOf(query).map((named) => withAggregate(named, outer, view));
  const known = changed.filter((one) => one !== null);
  return known.length === changed.length && known.length > 0 ? known : null;
}

function withAggregate({ figure }: NamedFigure, aggregate: Aggregate, view: View): NamedFigure | null {
  if (figure.kind !== 'aggregate' && figure.kind !== 'percentile') return null;
  const { of } = figure;
  const field = view.fields.find((one) => of.kind === 'column' && one.name === of.name);
  if (!field) return null;
  const made = aggregateOf(aggregate, { of, name: field.name, field });
  return made && { name: made.name, figure: made.figure };
}

function figuresOf({ rows, ask }: Query): readonly NamedFigure[] {
  return ask.kind === 'values' ? ask.figures : (findGroup(rows)?.figures ?? []);
}

/** "And the minimum?" after a highest average is not about the highest minimum. */
function withoutRanking(query: Query): Query {
  const ranked = findOrder(query.rows)?.of;
  return ranked?.kind === 'group' ? { ...query, rows: ranked } : query;
}

/** Nodes above a group call its figures by name; the first new one takes the place of the first old one. */
function setFigures(query: Query, figures: readonly NamedFigure[]): Query | null {
  if (query.ask.kind === 'values') return { ...query, ask: { ...query.ask, figures } };
  const [old] = figuresOf(query);
  const [first] = figures;
  if (!old || !first) return null;
  const rename = (name: string) => (name === old.name ? first.name : name);
  const renameIn = (by: Expression): Expression =>
    by.kind === 'column' ? { ...by, name: rename(by.name) } : by;
  const edit = (rows: Rows): Rows | null => {
    if (rows.kind === 'group') return { ...rows, figures };
    if (!('of' in rows)) return null;
    const of = edit(rows.of);
    if (!of) return null;
    if (rows.kind === 'sort') return { ...rows, of, by: renameIn(rows.by) };
    if (rows.kind === 'window') return { ...rows, of, value: rename(rows.value) };
    return rows.kind === 'where' ? null : { ...rows, of };
  };
  const rows = edit(query.rows);
  return rows && { ...query, rows };
}

/** Groups a single figure, or groups by other keys; a ranking or window of the groups keeps its figure. */
function setKeys(query: Query, keys: readonly Key[]): Query | null {
  if (query.ask.kind === 'values' && figuresOf(query).length > 0) {
    const rows: Rows = { kind: 'group', of: query.rows, keys, figures: query.ask.figures };
    return { ...query, rows, ask: { kind: 'table', columns: null } };
  }
  const edit = (rows: Rows): Rows | null => {
    if (rows.kind === 'group') return { ...rows, keys };
    if (!('of' in rows) || rows.kind === 'window' || rows.kind === 'distinct') return null;
    const of = edit(rows.of);
    return of && { ...rows, of };
  };
  const rows = query.ask.kind === 'table' ? edit(query.rows) : null;
  if (!rows) return null;
  const { presentation } = query;
  // A line through names would show a course where there is none.
  const isCourse = keys.every(({ of }) => of.kind !== 'column');
  const chart = presentation.chart === 'line' && !isCourse ? 'bar' : presentation.chart;
  return { ...query, rows, presentation: { ...presentation, chart } };
}
