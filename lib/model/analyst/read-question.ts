/** Question and dataset in, what is asked for out. Pure: the same words over the same columns read the same. */
import { type Column, type Dataset, isIdentifier, isYear } from './dataset.ts';
import { findMentions, type Mention } from './match-columns.ts';
import {
  readAggregates,
  readChart,
  readPercentile,
  readRanking,
  readTopic,
  saysOnAverage,
} from './read-cues.ts';
import {
  findValues,
  readComparisons,
  toFlagFilter,
  toValueFilters,
  type ValueMention,
} from './read-filters.ts';
import { readGroups } from './read-groups.ts';
import { readTimeFilters } from './read-time.ts';
import type { Aggregate, Filter, Reading } from './reading.ts';
import { readWords, type Word } from './words.ts';

export function readQuestion(text: string, dataset: Dataset): Reading {
  const words = readWords(text);
  const columns = dataset.columns.filter(({ kind }) => kind !== 'empty');
  const ranking = readRanking(words);
  const found = settleOverlaps(
    words,
    findMentions(words, columns),
    findValues(words, columns),
    ranking.superlative,
  );
  const timeFilters = readTimeFilters(words, dataset);
  const timeWords = new Set(timeFilters.flatMap(({ at }) => [at, at + 2]));
  const compared = readComparisons(words, found.mentions, timeWords);
  const free = found.mentions.filter((mention) => !compared.used.has(mention));
  const target = readTarget(words, free);
  const groups = readGroups(words, free, dataset, target);
  const measures = free.filter(
    ({ column }) => isMeasure(column) && !groups.some((group) => group.column === column.name),
  );
  const topic = target && !/\bmissing|\bshare|percent/i.test(text) ? 'distinct' : readTopic(text);
  const flags =
    topic === 'count' || topic === 'share'
      ? measuresAsFlags(
          free,
          groups.map(({ column }) => column),
        )
      : [];
  const picked = measures.map((mention) => preferEnd(mention, ranking.order));
  const counted = readCountedMeasure(words, measures);
  return {
    topic: topic === 'count' && counted ? null : topic,
    aggregates: chooseAggregates(words, found.mentions, {
      grouped: groups.length > 0,
      superlative: ranking.superlative,
      counted,
    }),
    percentile: readPercentile(text),
    measures: picked.map(({ name }) => name).filter((name) => !flags.some(({ column }) => column === name)),
    groups,
    filters: [...toValueFilters(found.values, words), ...timeFilters, ...compared.filters, ...flags],
    ...ranking,
    chart: readChart(text),
    onAverage: saysOnAverage(text),
    target: target?.column.name ?? null,
    splitAt: findSplit(words),
    assumptions: measures.flatMap((mention, index) =>
      explainChoice(words, mention, picked[index]?.name ?? ''),
    ),
  };
}

function isMeasure(column: Column): boolean {
  return column.kind === 'number' && !isYear(column) && !isIdentifier(column);
}

/** A word may name a column and be a value: literal names win; values beat synonyms unless a measure is wanted. */
function settleOverlaps(
  words: readonly Word[],
  mentions: Mention[],
  values: ValueMention[],
  superlative: boolean,
): { mentions: Mention[]; values: ValueMention[] } {
  const overlaps = (mention: Mention, value: ValueMention) =>
    mention.at.some((at) => at >= value.from && at <= value.to);
  const wantsMeasure =
    superlative ||
    readAggregates(words).length > 0 ||
    /^how much/i.test(
      words
        .slice(0, 2)
        .map(({ raw }) => raw)
        .join(' '),
    );
  const keepsMention = (mention: Mention, value: ValueMention) =>
    mention.literal ||
    (wantsMeasure &&
      isMeasure(mention.column) &&
      !mentions.some((other) => other !== mention && isMeasure(other.column)));
  const keptValues = values.filter(
    (value) => !mentions.some((mention) => overlaps(mention, value) && keepsMention(mention, value)),
  );
  return {
    values: keptValues,
    mentions: mentions.filter((mention) => !keptValues.some((value) => overlaps(mention, value))),
  };
}

/** "How many species", "which islands are there", "number of different models": the column to count values of. */
function readTarget(words: readonly Word[], mentions: readonly Mention[]): Mention | null {
  const text = words.map(({ lower }) => lower).join(' ');
  const listing = /\b(are|is) there\b|^list\b|\bdifferent\b|\bunique\b|\bdistinct\b/.test(text);
  const counting = words.findIndex(
    ({ lower }, at) => lower === 'many' || (lower === 'of' && words[at - 1]?.lower === 'number'),
  );
  if (!listing && counting < 0) return null;
  const countable = mentions.filter(
    ({ column }) => column.kind === 'text' || (listing && !isMeasure(column)),
  );
  if (counting < 0) return countable.length === 1 ? (countable[0] ?? null) : null;
  const skipped = /^(different|unique|distinct|kinds?|types?|of|the|separate)$/;
  let at = counting + 1;
  while (skipped.test(words[at]?.lower ?? '') && !countable.some(({ from }) => from === at)) at += 1;
  return countable.find(({ from }) => from === at) ?? null;
}

/** "How many units did each plant make": a number column right after "how many" is added up, not counted. */
function readCountedMeasure(words: readonly Word[], measures: readonly Mention[]): boolean {
  return measures.some(({ from, literal }) => {
    const [first, second] = [words[from - 2]?.lower, words[from - 1]?.lower];
    return (
      literal &&
      ((first === 'how' && /^(many|much)$/.test(second ?? '')) || (first === 'number' && second === 'of'))
    );
  });
}

function measuresAsFlags(mentions: readonly Mention[], grouped: readonly string[]): Filter[] {
  return mentions
    .filter(({ column }) => !grouped.includes(column.name))
    .map(toFlagFilter)
    .filter((filter) => filter !== null);
}

/** Words such as "highest" rank groups rather than ask for a maximum; words inside a column's name count last. */
function chooseAggregates(
  words: readonly Word[],
  mentions: readonly Mention[],
  how: { grouped: boolean; superlative: boolean; counted: boolean },
): Aggregate[] {
  const all = readAggregates(words);
  const outside = all.filter(({ at }) => !mentions.some((mention) => mention.at.includes(at)));
  const hard = (outside.length > 0 ? outside : how.superlative && how.grouped ? [] : all).filter(
    ({ at }) => !(how.grouped && how.superlative && isRankingWord(words[at]?.lower ?? '')),
  );
  const aggregates = [...new Set(hard.map(({ aggregate }) => aggregate))];
  return aggregates.length === 0 && how.counted ? ['sum'] : aggregates;
}

function isRankingWord(word: string): boolean {
  return /^(highest|largest|biggest|greatest|peak|record|top|lowest|smallest|least)$/.test(word);
}

/** "Hottest" prefers `temp_max`, "coldest" `temp_min`, when the words fit both. */
function preferEnd(mention: Mention, order: 'desc' | 'asc' | null): { name: string } {
  const names = [mention.column.name, ...mention.rivals];
  const end = order === 'desc' ? /max|high/i : order === 'asc' ? /min|low/i : /avg|average|mean/i;
  return { name: names.find((name) => end.test(name)) ?? mention.column.name };
}

function explainChoice(words: readonly Word[], mention: Mention, chosen: string): string[] {
  const said = mention.at.map((at) => words[at]?.raw).join(' ');
  const others = [mention.column.name, ...mention.rivals].filter((name) => name !== chosen);
  if (others.length > 0) {
    return [
      `I took \`${chosen}\` for "${said}"; ${others.map((name) => `\`${name}\``).join(', ')} would fit too.`,
    ];
  }
  return mention.literal ? [] : [`I took \`${chosen}\` for "${said}".`];
}

/** Where "what share of A are B" turns from the whole to the part. */
function findSplit(words: readonly Word[]): number {
  const start = words.findIndex(({ lower }) =>
    /^(share|percent|percentage|proportion|fraction|part|%)$/.test(lower),
  );
  if (start < 0) return -1;
  return words.findIndex(
    ({ lower }, at) =>
      at > start + 1 && /^(that|which|who|are|is|were|was|had|have|has|with|weigh|cost|did|got)$/.test(lower),
  );
}
