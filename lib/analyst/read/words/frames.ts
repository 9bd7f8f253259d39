/** What pieces of a question add, joined into one. */
import { isContradiction } from './conditions.ts';
import type { Frame, Measure } from './meanings.ts';

const EMPTY: Frame = {
  conditions: [],
  said: null,
  whole: [],
  isShare: false,
  hasRows: false,
  isAsked: false,
  columns: [],
  keys: [],
  target: null,
  isWhich: false,
  isPer: false,
  measures: [],
  isAdded: false,
  outer: null,
  unit: null,
  isTotal: false,
  having: null,
  count: null,
  place: null,
  descending: null,
  isSorted: false,
  ranking: null,
  isRank: false,
  isRunning: false,
  isTrend: false,
  change: null,
  compare: null,
  sides: null,
  versus: null,
  ask: null,
  chart: null,
  isDrawn: false,
  decimals: null,
  asPercent: false,
  notes: [],
  isHow: false,
  isHowMuch: false,
  isEach: false,
  hasPronoun: false,
  isTruth: false,
  isFollowUp: false,
  isBare: false,
  isCounted: false,
  isUnique: false,
};

export function frame(part: Partial<Frame> = {}): Frame {
  return { ...EMPTY, ...part };
}

/** Asks for the figure, where there is one. */
export function frameOf(measure: Measure | null, part: Partial<Frame> = {}): Frame | null {
  return measure && frame({ ...part, measures: [measure] });
}

/** Asks for groups by the key, where there is one. */
export function frameBy(key: Frame['target'], part: Partial<Frame> = {}): Frame | null {
  return key && frame({ ...part, keys: [key] });
}

/** Slots that two pieces may not both fill. */
const ONCE = [
  'said',
  'target',
  'outer',
  'unit',
  'having',
  'count',
  'place',
  'ranking',
  'sides',
  'versus',
  'ask',
  'chart',
  'decimals',
] as const;
/** What is not said twice. */
const ONCE_FLAGS = [
  'isShare',
  'isRunning',
  'isTrend',
  'asPercent',
  'isRank',
  'isHow',
  'isHowMuch',
  'isCounted',
] as const;

/** Both together; null where each says another thing of the same. */
export function joinFrames(left: Frame, right: Frame): Frame | null {
  if (collide(left, right) || saysTwice(left, right)) return null;
  return {
    ...mergeFlags(left, right),
    conditions: [...left.conditions, ...right.conditions],
    said: left.said ?? right.said,
    whole: [...left.whole, ...right.whole],
    columns: [...left.columns, ...right.columns],
    keys: [...left.keys, ...right.keys],
    measures: mergeMeasures(left.measures, right.measures),
    notes: [...left.notes, ...right.notes],
  };
}

/** Whether both fill what can be filled once. */
function collide(left: Frame, right: Frame): boolean {
  if (ONCE.some((slot) => left[slot] !== null && right[slot] !== null)) return true;
  if (left.change !== null && right.change !== null && left.change !== right.change) return true;
  if (left.compare !== null && right.compare !== null && !isCloser(left, right)) return true;
  // "time and sensor": the second is a column too, and not the rows.
  if (left.columns.length > 0 && right.isCounted && left.ranking === null) return true;
  if (ONCE_FLAGS.some((slot) => left[slot] && right[slot])) return true;
  const isOrdered = (left.isSorted || right.isSorted) && left.descending === right.descending;
  if (left.descending !== null && right.descending !== null && !isOrdered) return true;
  // "How has it changed? Show the trend" asks for one thing.
  const hasChange = left.change === 'percent' || right.change === 'percent';
  const isOther = left.isTrend || right.isTrend || left.compare === 'ratio' || right.compare === 'ratio';
  return hasChange && isOther;
}

/** "more …, and by how much": the second asks for more of the same. */
function isCloser(left: Frame, right: Frame): boolean {
  if (left.compare === 'ratio' || right.compare === 'ratio') return false;
  return left.compare === right.compare || left.compare === 'which';
}

/** Whether one of them repeats or contradicts what the other lists. */
function saysTwice(left: Frame, right: Frame): boolean {
  const isBeside = left.measures.length > 0 || left.keys.length > 0 || left.target !== null;
  const isMore = left.measures.length > 0 && !includesAll(left.measures, right.measures);
  if (right.isAdded ? !isBeside : isMore) return true;
  const said = left.said ?? right.said;
  const conditions = [...left.conditions, ...right.conditions, ...(said ? [said] : [])];
  if (repeats(left.conditions, right.conditions) || isContradiction(conditions)) return true;
  return (['keys', 'columns'] as const).some((slot) => repeats(left[slot], right[slot]));
}

/** Whatever one of the two fills. */
function mergeFlags(left: Frame, right: Frame): Frame {
  const filled = Object.entries(right).filter(([slot]) => isFilled(right, slot as keyof Frame));
  return { ...left, ...Object.fromEntries(filled) };
}

/** Without those that are there already, however they were asked for. */
function mergeMeasures(left: readonly Measure[], right: readonly Measure[]): readonly Measure[] {
  const known = new Set(left.map(({ figure }) => JSON.stringify(figure)));
  return [...left, ...right.filter(({ figure }) => !known.has(JSON.stringify(figure)))];
}

function includesAll(known: readonly Measure[], measures: readonly Measure[]): boolean {
  return mergeMeasures(known, measures).length === known.length;
}

function repeats(left: readonly unknown[], right: readonly unknown[]): boolean {
  if (left.length === 0 || right.length === 0) return false;
  const known = new Set(left.map((item) => JSON.stringify(item)));
  return right.some((item) => known.has(JSON.stringify(item)));
}

/** Whether a piece or a question fills the slot. */
export function isFilled(one: Frame, slot: keyof Frame): boolean {
  const value = one[slot];
  return Array.isArray(value) ? value.length > 0 : value !== EMPTY[slot];
}

export const SLOTS = Object.keys(EMPTY) as readonly (keyof Frame)[];
