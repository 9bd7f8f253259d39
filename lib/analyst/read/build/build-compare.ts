/** Queries that compare two sides, or a part with the whole. */
import type { Condition, Figure, Key, Rows, Side } from '../../query/query.ts';
import { aggregateOf, allOf, amountOf, countOf, isLevel, plainMeasure } from '../words/figures.ts';
import type { CompareKind, Frame, Measure, Pick, View } from '../words/meanings.ts';
import { nameSide } from '../words/name-side.ts';
import { conditionsOf, isTime, type Made } from './made.ts';
import { column, group, hoist, notesOf, pick, whereAll } from './nodes.ts';

/** Which rows or groups of an order are wanted; null: no order was asked for; false: not clear which. */
export function pickOf(frame: Frame): Pick | null | false {
  const { count, place, descending } = frame;
  if (descending === null)
    return count === null && place === null && !frame.isRank && !frame.isSorted ? null : false;
  if (place !== null) return count === null ? { count: null, place, descending } : false;
  return { count: count ?? (frame.isSorted ? null : 1), place: null, descending };
}

/** What a side is chosen by: two of a kind can be compared. */
function topicOf(where: Condition): string {
  if (where.kind === 'not') return topicOf(where.condition);
  return 'left' in where ? JSON.stringify(where.left) : where.kind;
}

/** The one figure that is asked for; rows that are named without one are counted. */
export function measureOf(frame: Frame): Measure | null {
  const [measure, ...more] = frame.measures;
  if (more.length > 0) return null;
  if (!measure) return frame.hasRows ? countOf([]) : null;
  return frame.outer ? averaged(measure, frame) : measure;
}

/** "on average" of a bare name is its mean; of a mean it says nothing more. */
export function averaged(measure: Measure, { outer }: Frame): Measure | null {
  const { figure } = measure;
  if (figure.kind !== 'aggregate' || !outer) return null;
  if (measure.note === null || figure.of.kind === 'figure') return null;
  if (figure.aggregate === outer) return measure;
  const name = figure.of.kind === 'column' ? figure.of.name : measure.name;
  return aggregateOf(outer, { of: figure.of, name, field: null });
}

export function buildCompare(frame: Frame, view: View): Made | null {
  const measure = measureOf(frame);
  const all = conditionsOf(frame);
  const chosen = frame.sides ? { sides: frame.sides, rest: all } : findSides(frame.versus, all);
  const isCompared = frame.compare !== null || frame.change !== null;
  if (!measure || !chosen || !isCompared) return null;
  const { sides, rest } = chosen;
  if (sides[0].label === sides[1].label || topicOf(sides[0].where) !== topicOf(sides[1].where)) return null;
  if (rest.some((condition) => topicOf(condition) === topicOf(sides[0].where))) return null;
  const as = kindOf(frame);
  if (as === 'which' && frame.descending === null) return null;
  const { name, figure } = measure;
  // More than December, by percent: December is the whole.
  const ordered = as === 'change' && frame.versus ? ([sides[1], sides[0]] as const) : sides;
  const ask = {
    kind: 'compare',
    figure: { name, figure },
    sides: ordered,
    as,
    descending: frame.descending ?? true,
  } as const;
  return { rows: whereAll(view.rows, rest), ask, notes: [measure.note] };
}

interface Sides {
  readonly sides: readonly [Side, Side];
  readonly rest: readonly Condition[];
}

function kindOf({ isTruth, change, compare, asPercent }: Frame): CompareKind {
  const isOpen = change === null && compare !== 'change' && compare !== 'difference' && !asPercent;
  if (isTruth && isOpen) return 'which';
  return change !== null || asPercent ? 'change' : (compare ?? 'difference');
}

/** The side that a condition names, against the one after "than". */
function findSides(versus: Side | null, conditions: readonly Condition[]): Sides | null {
  if (!versus) return null;
  const alike = conditions.filter((condition) => topicOf(condition) === topicOf(versus.where));
  const [where, ...more] = alike;
  if (!where || more.length > 0) return null;
  const rest = conditions.filter((condition) => condition !== where);
  return { sides: [{ label: nameSide(where), where }, versus], rest };
}

/** Which part of which rows: what a verb says, else what stands after the rows, else the rows that are named. */
export function buildShare(frame: Frame, view: View): readonly Made[] {
  return splitShare(frame).flatMap((parts) => buildPart(frame, view, parts) ?? []);
}

function buildPart(frame: Frame, view: View, { whole, part }: ShareParts): Made | null {
  const keys = frame.target ? [...frame.keys, frame.target] : frame.keys;
  const [given, ...more] = frame.measures;
  const measure = given && totaled(given, view);
  if (measure === null || more.length > 0) return null;
  if (!part) return shareOfGroups(measure ?? countOf([]), { keys, frame, of: whereAll(view.rows, whole) });
  if (frame.chart === 'line') return null;
  const rows = whereAll(view.rows, whole);
  if (keys.length === 0) {
    if (frame.chart || frame.isEach || frame.descending !== null) return null;
    const figure: Figure = measure?.figure ?? { kind: 'count', where: null };
    const isPlain = (figure.kind === 'count' || figure.kind === 'aggregate') && figure.where === null;
    return isPlain ? { rows, ask: { kind: 'share', part, figure } } : null;
  }
  if (measure && (measure.figure.kind !== 'count' || measure.figure.where !== null)) return null;
  const figure = { kind: 'rate', where: part } as const;
  const ordered = sorted(group(rows, keys, [{ name: 'share', figure, note: null }]), frame, keys);
  return ordered && { rows: ordered, ask: { kind: 'table', columns: null } };
}

/** A bare name has a share of its total, not of its average; null where it has no total. */
function totaled(measure: Measure, { fields }: View): Measure | null {
  const { figure, note } = measure;
  if (note === null || figure.kind !== 'aggregate' || figure.aggregate !== 'mean') return measure;
  const field = fields.find(({ name }) => figure.of.kind === 'column' && figure.of.name === name);
  return field && !isLevel(field) ? plainMeasure(amountOf({ ...field, isAdditive: true })) : null;
}

/** Groups in the order of their shares, all or the first of them. */
function sorted(rows: Rows, frame: Frame, keys: readonly Key[]): Rows | null {
  const picked = pickOf(frame);
  if (picked === null) return frame.isWhich ? null : rows;
  return picked && !frame.isRank && !frame.ranking && keys.length === 1
    ? pick(rows, column('share'), picked)
    : null;
}

interface ShareParts {
  readonly whole: readonly Condition[];
  readonly part: Condition | null;
}

/** The ways to tell the part from the whole; with groups, the rows that are named can be either. */
function splitShare(frame: Frame): ShareParts[] {
  if (frame.said) return [{ whole: [...frame.whole, ...frame.conditions], part: frame.said }];
  const times = frame.conditions.filter(isTime);
  const [part = null, ...more] = frame.conditions.filter((condition) => !isTime(condition));
  if (more.length > 0) return [];
  const hasGroups = frame.keys.length > 0 || frame.target !== null;
  const whole = [...frame.whole, ...times];
  const isOfGroups = hasGroups && (frame.measures.length > 0 || frame.isEach);
  if (part) return [isOfGroups ? { whole: [...whole, part], part: null } : { whole, part }];
  const named = allOf(frame.whole);
  const ofNamed = named ? [{ whole: times, part: named }] : [];
  return hasGroups ? [{ whole, part: null }, ...ofNamed] : ofNamed;
}

/** Each group's share of all groups. */
export function shareOfGroups(
  given: Measure,
  { keys, frame, of: rows }: { keys: readonly Key[]; frame: Frame; of: Rows },
): Made | null {
  const { figure } = given;
  const isPart = figure.kind === 'count' || (figure.kind === 'aggregate' && figure.aggregate === 'sum');
  if (!isPart || keys.length !== 1 || (frame.chart && frame.chart !== 'bar')) return null;
  const [measure, of] = hoist(given, rows);
  const windowed = {
    kind: 'window',
    of: group(of, keys, [measure]),
    name: 'share',
    window: { kind: 'share' },
    value: measure.name,
    order: null,
    within: [],
  } as const;
  const ordered = sorted(windowed, frame, keys);
  return ordered && { rows: ordered, ask: { kind: 'table', columns: null }, notes: notesOf([measure]) };
}
