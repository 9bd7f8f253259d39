/** Follow-up questions: what is said now laid over what was asked before. */
import type { Filter, Reading } from './reading.ts';

export interface Asked {
  text: string;
  reading: Reading;
}

const OPENS_FOLLOW_UP =
  /^\s*(and|but|or|what about|how about|now|only|just|same|also|then|instead|plot (it|that|this)|show (it|that|this|me (it|that|this))|draw (it|that|this)|(as|with) an?\b|sort)\b/i;
const OPENS_SHORT = /^\s*(by|per|for|in|excluding|without)\b/i;
const REFERS_BACK = /\b(it|that|this|them|those|the same|instead)\b/i;

/** Whether a question leans on the one before: it opens like one, or is short and names no figure of its own. */
export function isFollowUp({ text, reading }: Asked): boolean {
  const words = text.trim().split(/\s+/).length;
  const complete =
    (reading.measures.length > 0 || reading.topic !== null) &&
    reading.groups.length + reading.aggregates.length > 0;
  if (OPENS_FOLLOW_UP.test(text)) return !(complete && words > 8);
  if (OPENS_SHORT.test(text)) return words <= 5 && reading.measures.length === 0;
  return (
    reading.topic === null &&
    words <= 7 &&
    REFERS_BACK.test(text) &&
    reading.measures.length === 0 &&
    reading.groups.length === 0
  );
}

/** The last question, completed from those before it as far as they are follow-ups themselves. */
export function layOver(current: Asked, earlier: readonly Asked[]): Reading {
  const before = earlier.at(-1);
  if (!before || !isFollowUp(current)) return current.reading;
  return merge(layOver(before, earlier.slice(0, -1)), current);
}

function merge(base: Reading, { text, reading }: Asked): Reading {
  const given = <T>(now: readonly T[], then: readonly T[]): readonly T[] => (now.length > 0 ? now : then);
  const isReplaced = (filter: Filter) => reading.filters.some((now) => replaces(now, filter));
  const measures = given(reading.measures, base.measures);
  return {
    topic: reading.topic ?? (reading.aggregates.length > 0 && base.topic !== 'trend' ? null : base.topic),
    aggregates: given(reading.aggregates, base.aggregates),
    percentile: reading.percentile ?? base.percentile,
    measures,
    groups: given(reading.groups, base.groups),
    filters: [...base.filters.filter((filter) => !isReplaced(filter)), ...reading.filters],
    order: reading.order ?? base.order,
    limit: reading.limit ?? base.limit,
    // A total has no histogram.
    chart: reading.chart ?? (reading.aggregates.length > 0 && base.chart === 'hist' ? null : base.chart),
    superlative: reading.superlative || base.superlative,
    ranksRows: reading.superlative ? reading.ranksRows : base.ranksRows,
    onAverage: reading.aggregates.length > 0 ? reading.onAverage : reading.onAverage || base.onAverage,
    counts: reading.counts || (base.counts && reading.measures.length === 0),
    target: reading.target ?? base.target,
    sample: reading.sample,
    dateEnds: reading.dateEnds,
    unknownGroup: reading.unknownGroup,
    unknownName: reading.unknownName,
    doubt: reading.doubt,
    gapsIn: reading.gapsIn,
    splitAt: reading.splitAt >= 0 ? reading.splitAt : base.splitAt,
    assumptions: [
      `I read "${text.trim().slice(0, 80)}" as a follow-up to your question before.`,
      ...given(
        reading.assumptions,
        base.assumptions.filter((each) => !each.startsWith('I read "')),
      ),
    ],
  };
}

/** A new condition on a column takes the old one's place, but "in Q2" stays within the year said before. */
function replaces(now: Filter, before: Filter): boolean {
  if (now.column !== before.column) return false;
  return now.group === null || before.group === null || now.group.grain === before.group.grain;
}
