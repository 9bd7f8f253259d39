/** Question and dataset in, what is asked for out. Pure: the same words over the same columns read the same. */
import { type Column, type Dataset, findAmountColumn } from './dataset.ts';
import { findRowVerbs } from './find-row-verbs.ts';
import { findMentions, type Mention } from './match-columns.ts';
import { readBest } from './read-best.ts';
import {
  readAggregates,
  readChart,
  readPercentile,
  readRanking,
  readTopic,
  saysOnAverage,
} from './read-cues.ts';
import { readDateEnds, readSample } from './read-edges.ts';
import { findValues, readComparisons, toValueFilters } from './read-filters.ts';
import { readGapFilters } from './read-gaps.ts';
import { addPerson, findDurations, focusTime, hasGroupCue, readGroups } from './read-groups.ts';
import {
  asksChange,
  asksUnknown,
  type Covered,
  findUnknownGroup,
  findUnknownName,
  findUnknownValue,
} from './read-limits.ts';
import { chooseMeasures, dividesByMeasure } from './read-measures.ts';
import { readRelative } from './read-relative.ts';
import { findFlags, readTarget } from './read-target.ts';
import { readGrains, readTimeFilters } from './read-time.ts';
import { readRate, settleTopic } from './read-topic.ts';
import { explainUnread } from './read-unread.ts';
import type { Aggregate, Filter, Group, Reading, Topic } from './reading.ts';
import { type Found, settleOverlaps } from './settle-overlaps.ts';
import { NO_WORD, range, readNameWords, readWords, type Word } from './words.ts';

export function readQuestion(text: string, dataset: Dataset): Reading {
  const said = readWords(text);
  const columns = dataset.columns.filter(({ kind }) => kind !== 'empty');
  const found = settleOverlaps(said, findMentions(said, columns), findValues(said, columns), readTopic(text));
  const relative = readRelative(said, found.mentions);
  const words = said.map((word, at) => (relative.spots.has(at) ? NO_WORD : word));
  const topicWords = readRate(words, found.mentions, found.values, readTopic(text));
  const ranking = readRanking(maskNames(words, found.mentions));
  const dated = focusTime(dataset, words, found.mentions);
  const timeFilters = readTimeFilters(words, dated);
  const timeWords = new Set(timeFilters.flatMap(({ at }) => [at, at + 2]));
  const place = { mentions: found.mentions, columns, usedNumbers: timeWords };
  const compared = readComparisons(words, { ...place, fallback: fallbackColumn(text, dataset) });
  const uncompared = found.mentions.filter(
    (mention) => !compared.used.has(mention) && !relative.used.has(mention),
  );
  const lacks = findLacks(words, uncompared, topicWords, text);
  const unused = uncompared.filter((mention) => !lacks.some((gap) => gap.mention === mention));
  const flagged = findFlags(words, unused, topicWords);
  const open = unused.filter((mention) => !flagged.some((flag) => flag.mention === mention));
  const durations = findDurations(words, open, dated);
  const free = open.filter((mention) => !durations.includes(mention));
  const filters = [
    ...toValueFilters(found.values, words),
    ...timeFilters,
    ...compared.filters,
    ...relative.filters,
    ...[...lacks, ...flagged].map(({ filter }) => filter),
  ];
  const target = readTarget(words, free, dataset.rows);
  const groups = dropSelected(
    addPerson(words, readGroups(words, [...free, ...durations], dated, target), dataset, ranking),
    filters,
  );
  const asked = chooseMeasures(words, free, { dataset, groups, target, ranking, topic: topicWords });
  const best = readBest(words, ranking, asked.names);
  const spots = [...timeWords, ...relative.spots, ...compared.units, ...findRowVerbs(words, dataset.file)];
  const covered = coverWords(words, found, spots);
  const unresolved = compared.unresolved || relative.unresolved || dividesByMeasure(words, found.mentions);
  const settled = settleTopic(words, lacks.length > 0 && topicWords === 'missing' ? 'count' : topicWords, {
    ...asked,
    grouped: groups.length > 0,
    filtered: filters.length > 0,
    target,
    unknown: asksChange(text) || unresolved || asksUnknown(words, covered, asked.names.length > 0),
  });
  const aggregates = chooseAggregates(words, found.mentions, {
    grouped: groups.length > 0,
    superlative: ranking.superlative,
    counted: asked.counted,
    named: settled === 'trend',
  });
  const ends = readEnds(text, words, found.mentions, {
    dataset,
    isFigured: asked.names.length > 0 || aggregates.length > 0,
    // "In which hour do most rentals start" counts rows; it asks for no first date.
    hasNoDates: settled === 'beyond' || (ranking.ranksRows && groups.some(({ grain }) => grain !== null)),
  });
  const topic = ends.sample ? 'sample' : ends.dateEnds ? 'dates' : settled;
  return {
    topic,
    aggregates,
    percentile: readPercentile(text),
    measures: asked.names,
    groups,
    filters,
    ...ranking,
    order: best?.order ?? ranking.order,
    chart: readChart(text),
    onAverage: saysOnAverage(words.map(({ lower }) => lower).join(' ')),
    counts: COUNTS.test(text) && !asked.counted,
    target: target?.column.name ?? null,
    ...ends,
    unknownGroup: findUnknownGroup(words, covered, ranking.superlative),
    unknownName: findUnknownName(text, said, covered, dataset.columns),
    splitAt: findSplit(words),
    doubt: best?.doubt ?? explainUnknownValue(text, said, covered),
    gapsIn: listGapped(words, unused),
    assumptions: [
      ...[found, asked, best].flatMap((part) => part?.assumptions ?? []),
      ...explainUnread(words, covered, { text, topic, grouped: groups.length > 0, measures: asked.measures }),
    ],
  };
}

/** The first rows, or the first and last date, where no figure is asked for. */
function readEnds(
  text: string,
  words: readonly Word[],
  mentions: readonly Mention[],
  { dataset, isFigured, hasNoDates }: { dataset: Dataset; isFigured: boolean; hasNoDates: boolean },
): Pick<Reading, 'sample' | 'dateEnds'> {
  if (isFigured) return { sample: null, dateEnds: null };
  const dateEnds = hasNoDates ? null : readDateEnds(text, words, mentions, dataset);
  return { sample: readSample(text), dateEnds };
}

const COUNTS = /\bhow (many|often)\b|\bnumber of\b|\bcount\b/i;

/** Rows without a value are selected where rows are counted or figured; "missing values in" a column is a topic. */
function findLacks(words: readonly Word[], mentions: readonly Mention[], topic: Topic | null, text: string) {
  const selects = topic !== 'missing' || /\b(how many|number of|count|rows|records|entries)\b/i.test(text);
  return selects ? readGapFilters(words, mentions) : [];
}

function explainUnknownValue(text: string, words: readonly Word[], covered: Covered): string | null {
  const value = findUnknownValue(text, words, covered);
  return value === null ? null : `Nothing in the table is called "${value}".`;
}

/** "Missing values in age": the columns named, but for "each column" and the like. */
function listGapped(words: readonly Word[], mentions: readonly Mention[]): string[] {
  const named = mentions.filter(({ from, headless }) => !headless && !hasGroupCue(words, from));
  return [...new Set(named.map(({ column }) => column.name))];
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

function hasPart(name: string, word: Word | undefined): boolean {
  return readNameWords(name).some(({ stem }) => stem === word?.stem);
}

/** Grouping by what a condition has already fixed says nothing; several selected values are compared elsewhere. */
function dropSelected(groups: readonly Group[], filters: readonly Filter[]): Group[] {
  return groups.filter(
    ({ column, grain }) =>
      !filters.some((filter) => filter.column === column && (filter.group?.grain ?? null) === grain),
  );
}

/** Words that columns, values, times and numbers account for. */
function coverWords(words: readonly Word[], found: Found, spots: readonly number[]): Covered {
  return new Set([
    ...spots,
    ...found.mentions.flatMap(({ at }) => at),
    ...found.values.flatMap(({ from, to }) => range(from, to)),
    ...readGrains(words).map(({ at }) => at),
    ...words.flatMap(({ lower }, at) => (/^[\d<>%]/.test(lower) ? [at] : [])),
  ]);
}

/** Words inside a longer column name (`temp max`) ask for no ranking. */
function maskNames(words: readonly Word[], mentions: readonly Mention[]): Word[] {
  const masked = new Set(
    mentions
      .filter(({ at, literal }) => literal && at.length > 1)
      .flatMap(({ at, column }) => at.filter((index) => hasPart(column.name, words[index]))),
  );
  return words.map((word, at) => (masked.has(at) ? NO_WORD : word));
}

/** Words such as "highest" rank groups rather than ask for a maximum; words inside a column's name count last. */
function chooseAggregates(
  words: readonly Word[],
  mentions: readonly Mention[],
  how: { grouped: boolean; superlative: boolean; counted: boolean; named: boolean },
): Aggregate[] {
  const all = readAggregates(words);
  const outside = all.filter(({ at }) => !mentions.some((mention) => mention.at.includes(at)));
  const hard = (
    outside.length > 0 ? outside : how.named || (how.superlative && how.grouped) ? [] : all
  ).filter(({ at }) => !(how.grouped && how.superlative && isRankingWord(words[at]?.lower ?? '')));
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
