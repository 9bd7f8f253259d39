/** Question and dataset in, what is asked for out. Pure: the same words over the same columns read the same. */
import { type Column, type Dataset, findAmountColumn, isRecurringId } from './dataset.ts';
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
import { addPerson, focusTime, hasGroupCue, readGroups } from './read-groups.ts';
import { asksUnknown, type Covered, findUnmetWords } from './read-limits.ts';
import { chooseMeasures, isMeasure } from './read-measures.ts';
import { readGrains, readTimeFilters } from './read-time.ts';
import { readRate, settleTopic } from './read-topic.ts';
import type { Aggregate, Filter, Group, Reading, Topic } from './reading.ts';
import { readWords, STOP_WORDS, type Word } from './words.ts';

export function readQuestion(text: string, dataset: Dataset): Reading {
  const words = readWords(text);
  const columns = dataset.columns.filter(({ kind }) => kind !== 'empty');
  const found = settleOverlaps(
    words,
    findMentions(words, columns),
    findValues(words, columns),
    readTopic(text),
  );
  const topicWords = readRate(words, found.mentions, found.values, readTopic(text));
  const ranking = readRanking(maskNames(words, found.mentions));
  const dated = focusTime(dataset, words, found.mentions);
  const timeFilters = readTimeFilters(words, dated);
  const timeWords = new Set(timeFilters.flatMap(({ at }) => [at, at + 2]));
  const compared = readComparisons(words, found.mentions, timeWords, fallbackColumn(text, dataset));
  const unused = found.mentions.filter((mention) => !compared.used.has(mention));
  const flagged = findFlags(words, unused, topicWords);
  const free = unused.filter((mention) => !flagged.some((flag) => flag.mention === mention));
  const flags = flagged.map(({ filter }) => filter);
  const filters = [...toValueFilters(found.values, words), ...timeFilters, ...compared.filters, ...flags];
  const target = readTarget(words, free, dataset.rows);
  const groups = dropSelected(
    addPerson(words, readGroups(words, free, dated, target), dataset, ranking),
    filters,
  );
  const asked = chooseMeasures(words, free, { dataset, groups, target, ranking, topic: topicWords });
  const covered = coverWords(words, found, timeWords);
  const topic = settleTopic(words, topicWords, {
    ...asked,
    grouped: groups.length > 0,
    filtered: filters.length > 0,
    target,
    unknown: compared.unresolved || asksUnknown(words, covered, asked.names.length > 0),
  });
  const counts = /\bhow (many|often)\b|\bnumber of\b|\bcount\b/i.test(text) && !asked.counted;
  return {
    topic,
    aggregates: chooseAggregates(words, found.mentions, {
      grouped: groups.length > 0,
      superlative: ranking.superlative,
      counted: asked.counted,
    }),
    percentile: readPercentile(text),
    measures: asked.names,
    groups,
    filters,
    ...ranking,
    chart: readChart(text),
    onAverage: saysOnAverage(text),
    counts,
    target: target?.column.name ?? null,
    splitAt: findSplit(words),
    assumptions: [
      ...found.assumptions,
      ...asked.assumptions,
      ...((topic === 'count' || topic === 'distinct') && groups.length === 0
        ? explainUnmet(words, covered)
        : []),
    ],
  };
}

/** "Orders over $500" compares the amounts, "patients over 80" the ages. */
function fallbackColumn(text: string, dataset: Dataset): Column | null {
  if (/[$€£]\s?\d|\d\s?(€|£|dollars?\b|euros?\b)/i.test(text)) return findAmountColumn(dataset);
  const person =
    /\b(people|persons?|patients|customers|clients|employees|students|users|members|men|women|males|females|passengers|respondents) (are |aged |who are )?(over|under|above|below|between) \d{1,3}\b(?!,)/i;
  return person.test(text)
    ? (dataset.columns.find(({ name, kind }) => kind === 'number' && /^age$/i.test(name)) ?? null)
    : null;
}

/** Grouping by what a condition has already fixed says nothing; several selected values are compared elsewhere. */
function dropSelected(groups: readonly Group[], filters: readonly Filter[]): Group[] {
  return groups.filter(
    ({ column, grain }) =>
      !filters.some((filter) => filter.column === column && (filter.group?.grain ?? null) === grain),
  );
}

/** Words that columns, values, times and numbers account for. */
function coverWords(words: readonly Word[], found: Found, timeWords: ReadonlySet<number>): Covered {
  return new Set([
    ...timeWords,
    ...found.mentions.flatMap(({ at }) => at),
    ...found.values.flatMap(({ from, to }) => [from, to]),
    ...readGrains(words).map(({ at }) => at),
    ...words.flatMap(({ lower }, at) => (/^[\d<>%]/.test(lower) ? [at] : [])),
  ]);
}

function explainUnmet(words: readonly Word[], covered: Covered): string[] {
  const unmet = findUnmetWords(words, covered, STOP_WORDS);
  if (unmet.length === 0) return [];
  return [
    `Nothing in the table matches ${unmet.map((word) => `"${word}"`).join(', ')}, so this was not taken into account.`,
  ];
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
