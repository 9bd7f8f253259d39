/** What a question is after, once its columns and conditions are known; its words alone can mislead. */
import { positiveLiteral } from './dataset.ts';
import type { Mention } from './match-columns.ts';
import { readAggregates } from './read-cues.ts';
import type { ValueMention } from './read-filters.ts';
import { comparesTwice } from './read-limits.ts';
import type { Topic } from './reading.ts';
import type { Word } from './words.ts';

/** "Survival rate" is a share when survival is a yes or a value, "conversion rate" of nothing known is beyond the table. */
export function readRate(
  words: readonly Word[],
  mentions: readonly Mention[],
  values: readonly ValueMention[],
  topic: Topic | null,
): Topic | null {
  const at = words.findIndex(({ stem }) => stem === 'rate');
  const named = mentions.some((mention) => mention.at.includes(at));
  if (at < 0 || named || /^(trend|beyond|missing)$/.test(topic ?? '')) return topic;
  const spots = new Set([at - 1, /^(of|for)$/.test(words[at + 1]?.lower ?? '') ? at + 2 : at - 1]);
  if (values.some(({ from, to }) => spots.has(from) || spots.has(to))) return 'share';
  const of = mentions.find((mention) => mention.at.some((index) => spots.has(index)));
  if (!of) return 'beyond';
  return positiveLiteral(of.column) === null ? topic : 'share';
}

interface Known {
  measures: readonly Mention[];
  grouped: boolean;
  filtered: boolean;
  target: Mention | null;
  /** "How many units": a column is added up. */
  counted: boolean;
  /** A condition or divisor that no column knows. */
  unknown: boolean;
}

/** Corrects the topic of the words by what was found in the table. */
export function settleTopic(words: readonly Word[], topic: Topic | null, known: Known): Topic | null {
  const { measures, target } = known;
  const isCount = topic === 'count' && !known.counted && readAggregates(words).length === 0;
  if (known.unknown || (isCount && countsByMeasure(words, measures))) return 'beyond';
  const figures = readAggregates(words).filter(
    ({ aggregate, at }) => aggregate !== 'sum' && !measures.some((mention) => mention.at.includes(at)),
  );
  if (measures.length === 2 && !known.grouped && comparesTwice(words)) return 'correlation';
  // "Do older hives give less" without a column of ages.
  if (measures.length < 2 && comparesTwice(words)) return 'beyond';
  if (topic === 'correlation' && isSideBySide(words) && figures.length > 0) return 'compare';
  if (topic === 'count' && (known.counted || (figures.length > 0 && measures.length > 0))) return null;
  if (topic === 'share' && !known.filtered && asksWhich(words)) return 'beyond';
  if (target && !/^(missing|share|beyond)$/.test(topic ?? '') && figures.length === 0) return 'distinct';
  return topic;
}

/** Whether a count is of rows that a number column, named without a limit, is said to select: "how many were late". */
function countsByMeasure(words: readonly Word[], measures: readonly Mention[]): boolean {
  return measures.some(({ literal, headless, from }) => {
    const before = words.slice(Math.max(0, from - 2), from).map(({ lower }) => lower);
    return literal && !headless && !/^(how many|how much|number of|total number)$/.test(before.join(' '));
  });
}

/** "Average goals at home vs away" sets figures side by side. */
function isSideBySide(words: readonly Word[]): boolean {
  return (
    words.some(({ lower }) => /^(vs|versus|against)$/.test(lower)) &&
    !words.some(({ lower }) => /^(correlat|relat|associat|scatter)/.test(lower))
  );
}

/** "What percentage of matches were won": a share under a condition, not of each group. */
function asksWhich(words: readonly Word[]): boolean {
  const verb = words.findIndex(
    ({ lower }, at) => at > 1 && /^(are|is|were|was|had|have|has|did|got)$/.test(lower),
  );
  return verb > 0 && !words.some(({ lower }) => /^(each|every|per|across|which)$/.test(lower));
}
