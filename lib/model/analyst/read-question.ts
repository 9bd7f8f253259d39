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
  isNegated,
  readComparisons,
  toFlagFilter,
  toValueFilters,
  type ValueMention,
} from './read-filters.ts';
import { hasGroupCue, readGroups } from './read-groups.ts';
import { readTimeFilters } from './read-time.ts';
import type { Aggregate, Filter, Reading, Topic } from './reading.ts';
import { readWords, type Word } from './words.ts';

export function readQuestion(text: string, dataset: Dataset): Reading {
  const words = readWords(text);
  const columns = dataset.columns.filter(({ kind }) => kind !== 'empty');
  const topicWords = readTopic(text);
  const found = settleOverlaps(words, findMentions(words, columns), findValues(words, columns), topicWords);
  const ranking = readRanking(maskNames(words, found.mentions));
  const timeFilters = readTimeFilters(words, dataset);
  const timeWords = new Set(timeFilters.flatMap(({ at }) => [at, at + 2]));
  const compared = readComparisons(words, found.mentions, timeWords);
  const unused = found.mentions.filter((mention) => !compared.used.has(mention));
  const flagged = findFlags(words, unused, topicWords);
  const free = unused.filter((mention) => !flagged.some((flag) => flag.mention === mention));
  const target = readTarget(words, free, dataset.rows);
  const groups = readGroups(words, free, dataset, target);
  const measures = free.filter(
    ({ column }) => isMeasure(column) && !groups.some((group) => group.column === column.name),
  );
  const topic =
    target && topicWords !== 'missing' && topicWords !== 'share' && topicWords !== 'beyond'
      ? 'distinct'
      : topicWords;
  const flags = flagged.map(({ filter }) => filter);
  const picked = measures.map((mention) => preferEnd(mention, ranking.order));
  const counted = readCountedMeasure(words, measures);
  return {
    // Leaving a condition out would answer another question.
    topic: compared.unresolved ? 'beyond' : topic === 'count' && counted ? null : topic,
    aggregates: chooseAggregates(words, found.mentions, {
      grouped: groups.length > 0,
      superlative: ranking.superlative,
      counted,
    }),
    percentile: readPercentile(text),
    measures: [...new Set(picked.map(({ name }) => name))],
    groups,
    filters: [...toValueFilters(found.values, words), ...timeFilters, ...compared.filters, ...flags],
    ...ranking,
    chart: readChart(text),
    onAverage: saysOnAverage(text),
    counts: /\bhow (many|often)\b|\bnumber of\b|\bcount\b/i.test(text) && !counted,
    target: target?.column.name ?? null,
    splitAt: findSplit(words),
    assumptions: [
      ...found.assumptions,
      ...measures.flatMap((mention, index) => explainChoice(words, mention, picked[index]?.name ?? '')),
    ],
  };
}

function isMeasure(column: Column): boolean {
  return column.kind === 'number' && !isYear(column) && !isIdentifier(column);
}

const MEASURE_TOPICS: ReadonlySet<Topic | null> = new Set([
  'correlation',
  'trend',
  'distribution',
  'outliers',
] as const);

interface Found {
  mentions: Mention[];
  values: ValueMention[];
  assumptions: string[];
}

/** A word may name a column and be a value: literal names win; values beat synonyms unless a measure is wanted. */
function settleOverlaps(
  words: readonly Word[],
  mentions: Mention[],
  values: ValueMention[],
  topic: Topic | null,
): Found {
  const overlaps = (mention: Mention, value: ValueMention) =>
    mention.at.some((at) => at >= value.from && at <= value.to);
  const start = words
    .slice(0, 2)
    .map(({ lower }) => lower)
    .join(' ');
  const wantsMeasure =
    readRanking(words).superlative || readAggregates(words).length > 0 || start === 'how much';
  const isSole = (mention: Mention) =>
    !mentions.some((other) => other !== mention && isMeasure(other.column));
  const winsAsMeasure = (mention: Mention) =>
    isMeasure(mention.column) && (MEASURE_TOPICS.has(topic) || (wantsMeasure && isSole(mention)));
  const keptValues = values.filter(
    (value) =>
      !mentions.some((mention) => overlaps(mention, value) && (mention.literal || winsAsMeasure(mention))),
  );
  const dropped = mentions.filter((mention) => keptValues.some((value) => overlaps(mention, value)));
  return {
    values: keptValues,
    mentions: mentions.filter((mention) => !dropped.includes(mention)),
    assumptions: dropped
      .filter(({ column }) => isMeasure(column))
      .map((mention) => explainValue(words, mention)),
  };
}

function explainValue(words: readonly Word[], mention: Mention): string {
  const said = mention.at.map((at) => words[at]?.raw).join(' ');
  return `I read "${said}" as a value in the data; "${mention.column.name} above 0" would be another way to ask.`;
}

/** Words inside a longer column name (`temp max`) ask for no ranking. */
function maskNames(words: readonly Word[], mentions: readonly Mention[]): Word[] {
  const masked = new Set(
    mentions.filter(({ at, literal }) => literal && at.length > 1).flatMap(({ at }) => at),
  );
  return words.map((word, at) => (masked.has(at) ? { raw: '', lower: '', stem: '' } : word));
}

/** "How many species", "which islands are there", "number of different models": the column to count values of. */
function readTarget(words: readonly Word[], mentions: readonly Mention[], rows: number): Mention | null {
  const text = words.map(({ lower }) => lower).join(' ');
  const listing = /^(what|which) .*\bare there\b|^list\b|\bdifferent\b|\bunique\b|\bdistinct\b/.test(text);
  const counting = words.findIndex(
    ({ lower }, at) => lower === 'many' || (lower === 'of' && words[at - 1]?.lower === 'number'),
  );
  if (!listing && counting < 0) return null;
  const countable = mentions.filter(
    ({ column }) =>
      (column.kind === 'text' && (listing || column.unique < rows)) || (listing && !isMeasure(column)),
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

/** Yes/no columns that are not grouped by: "how many survived", "salary of remote employees" select the yes. */
function findFlags(
  words: readonly Word[],
  mentions: readonly Mention[],
  topic: Topic | null,
): { mention: Mention; filter: Filter }[] {
  if (topic === 'correlation' || topic === 'compare' || topic === 'trend' || topic === 'common') return [];
  const counts = topic === 'count' || topic === 'share';
  return mentions.flatMap((mention) => {
    if (hasGroupCue(words, mention.from) || (!counts && mention.column.kind === 'number')) return [];
    const filter = toFlagFilter(mention, isNegated(words, mention.from));
    return filter ? [{ mention, filter }] : [];
  });
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
