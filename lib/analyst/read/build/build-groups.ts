/** Queries of figures, of groups and their order, and of rows. */
import { type Ask, type Figure, type Key, nameKey, type Rows } from '../../query/query.ts';
import { aggregateOf, countOf, isAdditive, isExtreme } from '../words/figures.ts';
import { isFilled } from '../words/frames.ts';
import type { Field, Frame, Having, Measure, Pick, Ranking, View } from '../words/meanings.ts';
import { averaged, pickOf, shareOfGroups } from './build-compare.ts';
import type { Made } from './made.ts';
import { column, group, hoist, keep, named, notesOf, pick, withHaving } from './nodes.ts';

const ROWS: Ask = { kind: 'table', columns: null };

export function buildFigures(frame: Frame, rows: Rows, view: View): Made | null {
  const picked = pickOf(frame);
  const keys = [...frame.keys, ...(frame.target ? [frame.target] : [])];
  if (picked === false || isList(frame, picked) || (frame.isEach && keys.length === 0)) return null;
  if (frame.isTotal && !frame.measures.every(isTotal)) return null;
  if (frame.isHowMuch && frame.measures.length === 0) return null;
  if (frame.ranking && frame.measures.length > 0 && keys.length > 0) return null;
  // "How many people, and what is the longest?" asks for two things, and not for whom it is.
  if (frame.target && frame.isAsked && (frame.ranking || picked)) return null;
  const who = frame.ranking ? findIdentifier(frame, view) : null;
  if (who) return buildRows({ ...frame, target: null, columns: [who, ...frame.columns] }, rows);
  if (frame.ranking && frame.measures.length === 0 && !frame.target) return null;
  return buildOf(frame, rows, { keys, measures: measuresOf(frame, keys, view), picked }, view);
}

function buildOf(frame: Frame, rows: Rows, parts: Parts, view: View): Made | null {
  const { keys, measures, picked } = parts;
  if (measures.length === 0) return buildDistinct(frame, rows, parts);
  if (frame.outer) return buildNested(frame, rows, parts, view);
  if (keys.length === 0)
    return frame.ranking ? buildPicked(frame, rows, picked) : buildValues(frame, rows, picked);
  if (picked && frame.target) return buildBest(frame, rows, { target: frame.target, measures, picked });
  // "Highest price: product, store" is about the row that has it, not about groups.
  if (frame.isBare && frame.chart === null && measures.some(isExtreme)) return null;
  return buildGroups(frame, rows, parts, view);
}

/** "who", where each row is somebody else: the rows are ranked, not groups of them. */
function findIdentifier({ target, keys }: Frame, view: View): Field | null {
  if (target?.of.kind !== 'column' || keys.length > 0) return null;
  const { name } = target.of;
  return view.fields.find((field) => field.name === name && field.isIdentifier) ?? null;
}

interface Parts {
  readonly keys: readonly Key[];
  readonly measures: readonly Measure[];
  readonly picked: Pick | null;
}

/** The figures that are asked for, or that an order or a mention of the rows stands for. */
function measuresOf(frame: Frame, keys: readonly Key[], view: View): readonly Measure[] {
  if (frame.measures.length > 0) return frame.measures;
  if (frame.ranking) {
    const measure = rankedMeasure(frame.ranking, frame.descending);
    return measure ? [measure] : [];
  }
  // "top 3 subjects": where nothing adds up, only their rows can be meant.
  const isTop = frame.target !== null && frame.count !== null && frame.descending !== null;
  if (isTop && !frame.having && !view.fields.some((field) => field.isAdditive)) return [countOf([])];
  const isTargetAlone = frame.target !== null && !frame.isEach && frame.keys.length === 0;
  // "the longest" is not about how many there are.
  const isRanked = frame.descending !== null && !frame.isSorted;
  const isCounted = frame.isCounted && !isRanked && !frame.having && !isTargetAlone && keys.length > 0;
  return isCounted ? [countOf([])] : [];
}

/** Groups are ranked by sums of what adds up or of which they have most, by averages for an adjective, and else by their highest. */
function rankedMeasure({ amount, isDegree, isMost }: Ranking, descending: boolean | null): Measure | null {
  if (amount.field?.type === 'date') return null;
  const isSum = isAdditive(amount) || isMost;
  const aggregate = isSum ? 'sum' : isDegree ? 'mean' : descending ? 'max' : 'min';
  const note = `\`${amount.name}\` is ${isSum ? 'added up' : 'averaged'}.`;
  return aggregateOf(aggregate, amount, isSum || isDegree ? note : null);
}

/** "Which has the highest price? product, store": what to show of it, not groups. */
function isList(frame: Frame, picked: Pick | null): boolean {
  const isOne = picked !== null && (picked.count !== null || picked.place !== null);
  return frame.isBare && frame.keys.length > 1 && isOne && frame.chart === null;
}

function isTotal({ figure }: Measure): boolean {
  if (figure.kind === 'aggregate') return figure.aggregate === 'sum' || figure.aggregate === 'distinct';
  return figure.kind === 'count' || figure.kind === 'rate';
}

/** Groups without a figure: which there are, or which satisfy a condition on their own figures. */
function buildDistinct(frame: Frame, rows: Rows, { keys, picked }: Omit<Parts, 'measures'>): Made | null {
  const [key, ...more] = keys;
  if (frame.having && key && more.length === 0 && !picked && frame.target)
    return buildHaving(frame, rows, key, frame.having);
  const isListed = frame.target !== null && key?.of.kind !== 'period' && more.length === 0 && !picked;
  const unusable = ['chart', 'outer', 'asPercent', 'isAsked'] as const;
  if (!key || !isListed || unusable.some((slot) => isFilled(frame, slot))) return null;
  const columns = key.of.kind === 'column' ? [key.of.name] : null;
  const of: Rows = columns ? { kind: 'distinct', of: rows, columns } : group(rows, [key], []);
  return { rows: of, ask: { kind: 'table', columns } };
}

function buildHaving(frame: Frame, rows: Rows, key: Key, having: Having): Made | null {
  const isMany = having.operator.startsWith('>') || (having.operator === '==' && having.value !== 0);
  const [measure, of] = isMany ? hoist(having.measure, rows) : [having.measure, rows];
  const kept = keep(group(of, [key], [measure]), { ...having, measure });
  const count: Ask = { kind: 'values', figures: named([countOf([], nameKey(key))]) };
  return { rows: kept, ask: frame.isAsked ? count : ROWS, notes: [measure.note] };
}

/** A figure of the groups' figures, or the mean of a bare name. */
function buildNested(frame: Frame, rows: Rows, { keys, measures, picked }: Parts, view: View): Made | null {
  const [inner, ...more] = measures;
  const { outer } = frame;
  // A sum of the sums is the total itself.
  const isIdle = outer === 'sum' && keys.length > 0;
  if (!inner || !outer || isIdle || more.length > 0 || frame.having || frame.asPercent) return null;
  const plain = averaged(inner, frame);
  const isSummed =
    inner.figure.kind === 'count' || (inner.figure.kind === 'aggregate' && inner.figure.aggregate === 'sum');
  if (plain && !(isSummed && keys.length > 0 && inner.note === null)) {
    return buildFigures({ ...frame, outer: null, ranking: null, measures: [plain] }, rows, view);
  }
  if (!isSummed || picked || frame.chart || frame.isWhich || keys.length !== 1) return null;
  const [single, of] = hoist(inner, rows);
  const figure: Figure = { kind: 'aggregate', aggregate: outer, of: column(single.name), where: null };
  const figures = [{ name: `${outer} of ${single.name}`, figure }];
  return { rows: group(of, keys, [single]), ask: { kind: 'values', figures }, notes: [inner.note] };
}

/** A figure of the rows that were picked: "average price of the ten cheapest orders". */
function buildPicked(frame: Frame, rows: Rows, picked: Pick | null): Made | null {
  const { ranking, measures } = frame;
  // "How heavy is the oldest cat?": an average of one row is its value.
  const isOne = picked?.count === 1 && ranking?.isDegree === true;
  const isPlain = measures.every((measure) => measure.note === null || (isOne && isMean(measure)));
  if (!ranking || !picked || !isPlain || frame.having || frame.chart || frame.asPercent) return null;
  // "How many, and what is the longest?" asks for two things, and not how many are the longest.
  // Nor are "how many cats are the oldest" those among the oldest row of all.
  const isSingle = picked.count === 1;
  const isCount = measures.every(
    ({ figure }) => figure.kind === 'count' && (isSingle || figure.where === null),
  );
  if (isCount) return null;
  return { rows: pick(rows, ranking.amount.of, picked), ask: { kind: 'values', figures: named(measures) } };
}

function isMean({ figure }: Measure): boolean {
  return figure.kind === 'aggregate' && figure.aggregate === 'mean';
}

/** Figures of all rows. */
function buildValues(frame: Frame, rows: Rows, picked: Pick | null): Made | null {
  const { measures } = frame;
  const [only, ...more] = measures;
  if (!only || frame.having || picked || frame.chart) return null;
  // "Which match had the highest attendance?" is about the match.
  if (frame.isAsked && (frame.hasRows || namesRows(frame)) && measures.every(isExtreme)) return null;
  const isRate = measures.every((measure) => measure.figure.kind === 'rate');
  if ((frame.asPercent && !isRate) || (frame.said && isRate)) return null;
  const notes = notesOf(measures);
  if (more.length > 0) return { rows, ask: { kind: 'values', figures: named(measures) }, notes };
  // A rate of all rows is a share.
  if (only.figure.kind === 'rate')
    return {
      rows,
      ask: { kind: 'share', part: only.figure.where, figure: { kind: 'count', where: null } },
    };
  const [measure, of] = hoist(only, rows);
  return { rows: of, ask: { kind: 'values', figures: named([measure]) }, notes };
}

/** The groups at the top of an order. */
function buildBest(
  frame: Frame,
  rows: Rows,
  { target, measures, picked }: { target: Key; measures: readonly Measure[]; picked: Pick },
): Made | null {
  const [first, ...more] = measures;
  if (!first || frame.keys.length > 0 || (frame.chart && frame.chart !== 'bar') || frame.asPercent)
    return null;
  // The fewest of something may be none of it: those groups must stay.
  const [measure, of] = picked.descending && more.length === 0 ? hoist(first, rows) : [first, rows];
  const all = withHaving([measure, ...more], frame.having);
  if (!all) return null;
  const grouped = keep(group(of, [target], all), frame.having);
  return { rows: pick(grouped, column(measure.name), picked), ask: ROWS, notes: notesOf(measures) };
}

/** "average revenue per month" is about the months' totals. */
function isMeanOfTotals({ figure }: Measure, keys: readonly Key[], view: View): boolean {
  if (figure.kind !== 'aggregate' || figure.aggregate !== 'mean' || figure.of.kind !== 'column') return false;
  const { name } = figure.of;
  return (
    keys.some((key) => key.of.kind === 'period') &&
    view.fields.some((field) => field.name === name && field.isAdditive)
  );
}

function buildGroups(frame: Frame, rows: Rows, { keys, measures, picked }: Parts, view: View): Made | null {
  const [first] = measures;
  if (!first) return null;
  const isOne = measures.length === 1;
  const isRate = measures.every((measure) => measure.figure.kind === 'rate');
  if (frame.isWhich && !picked && !frame.having) return null;
  if (frame.asPercent && !isRate) {
    const isShare = isOne && !frame.having && !picked;
    return isShare ? shareOfGroups(first, { keys, frame, of: rows }) : null;
  }
  if (frame.isPer && isMeanOfTotals(first, keys, view)) return null;
  if (frame.chart && !fitsKeys(frame, keys)) return null;
  if (picked && !frame.isSorted) return null;
  const isDistinct = measures.some(
    ({ figure }) => figure.kind === 'aggregate' && figure.aggregate === 'distinct',
  );
  if (frame.having && isDistinct) return null;
  const isHoisted = isOne && !frame.having;
  const [measure, of] = isHoisted ? hoist(first, rows) : [first, rows];
  const all = isHoisted ? [measure] : withHaving(measures, frame.having);
  if (!all) return null;
  const kept = keep(group(of, keys, all), frame.having);
  const ordered = picked ? pick(kept, column(measure.name), picked) : kept;
  return { rows: ordered, ask: ROWS, notes: notesOf(measures) };
}

/** Charts of groups: bars and lines of any. */
function fitsKeys(frame: Frame, keys: readonly Key[]): boolean {
  if (frame.chart === 'bar') return true;
  return frame.chart === 'line' && keys.some((key) => key.of.kind !== 'column' || key.of.name === 'year');
}

/** "the oldest cat", "which cats": one value says what the rows are. What it has most of would be added up. */
function namesRows({ conditions, ranking, isAsked }: Frame): boolean {
  const isNamed = conditions.some(
    (one) =>
      one.kind === 'compare' &&
      one.operator === '==' &&
      one.right.kind === 'text' &&
      one.left.kind === 'column',
  );
  if (!isNamed || ranking?.amount.field?.type === 'text') return false;
  return ranking === null ? isAsked : ranking.isDegree || (isAsked && !ranking.isMost);
}

/** The rows themselves, or those at the top of an order. */
export function buildRows(frame: Frame, rows: Rows): Made | null {
  const picked = pickOf(frame);
  const { ranking } = frame;
  if (picked === false || (picked === null) !== (ranking === null) || frame.isRank || frame.chart)
    return null;
  const [only, ...others] = frame.columns;
  const isPlaced = ranking !== null && !ranking.isDegree && (frame.count !== null || frame.place !== null);
  const isOfRows =
    frame.isCounted || frame.isAsked || frame.columns.length > 0 || frame.count !== null || isPlaced;
  if (ranking && !ranking.isDegree && !isOfRows) return null;
  const isNamed = frame.hasRows || isPlaced || namesRows(frame);
  if (!isNamed && (!only || (others.length === 0 && !only.isIdentifier))) return null;
  const shown = [
    ...frame.columns,
    ...(ranking?.amount.field && frame.columns.length > 0 ? [ranking.amount.field] : []),
  ];
  const columns = shown.length > 0 ? [...new Set(shown.map((field) => field.name))] : null;
  const found = picked && ranking ? pick(rows, ranking.amount.of, picked) : rows;
  return { rows: found, ask: { kind: 'table', columns } };
}
