/** Columns a question counts: distinct values of one, or the rows where a yes/no column says yes. */
import { isRecurringId } from './dataset.ts';
import type { Mention } from './match-columns.ts';
import { isNegated, toFlagFilter } from './read-filters.ts';
import { hasGroupCue } from './read-groups.ts';
import { isMeasure } from './read-measures.ts';
import type { Filter, Topic } from './reading.ts';
import type { Word } from './words.ts';

/** "How many species", "which islands are there", "number of different models": the column to count values of. */
export function readTarget(
  words: readonly Word[],
  mentions: readonly Mention[],
  rows: number,
): Mention | null {
  const text = words.map(({ lower }) => lower).join(' ');
  const listing = /^(what|which) .*\bare there\b|^list\b|\bdifferent\b|\bunique\b|\bdistinct\b/.test(text);
  const counting = words.findIndex(
    ({ lower }, at) => lower === 'many' || (lower === 'of' && words[at - 1]?.lower === 'number'),
  );
  if (!listing && counting < 0) return null;
  const countable = mentions.filter(
    ({ column, headless }) =>
      !headless &&
      ((column.kind === 'text' && (listing || column.unique < rows)) ||
        isRecurringId(column, rows) ||
        (listing && !isMeasure(column))),
  );
  if (counting < 0) return countable.length === 1 || /^list\b/.test(text) ? (countable[0] ?? null) : null;
  const skipped = /^(different|unique|distinct|kinds?|types?|of|the|separate)$/;
  let at = counting + 1;
  while (skipped.test(words[at]?.lower ?? '') && !countable.some(({ from }) => from === at)) at += 1;
  return countable.find(({ from }) => from === at) ?? null;
}

/** Yes/no columns that are not grouped by: "how many survived", "salary of remote employees" select the yes. */
export function findFlags(
  words: readonly Word[],
  mentions: readonly Mention[],
  topic: Topic | null,
): { mention: Mention; filter: Filter }[] {
  if (topic === 'correlation' || topic === 'compare' || topic === 'trend') return [];
  // "Which product is returned most often" counts the yes of each product, "most common" alone the values.
  if (
    topic === 'common' &&
    !mentions.some(({ column, from }) => column.kind === 'text' && hasGroupCue(words, from))
  )
    return [];
  const counts = topic === 'count' || topic === 'share';
  return mentions.flatMap((mention) => {
    if (hasGroupCue(words, mention.from) || (!counts && mention.column.kind === 'number')) return [];
    const filter = toFlagFilter(mention, isNegated(words, mention.from));
    return filter ? [{ mention, filter }] : [];
  });
}
