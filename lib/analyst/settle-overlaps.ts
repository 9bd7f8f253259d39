/** One word may name a column and be a value of another; decides which it is. */
import type { Mention } from './match-columns.ts';
import { readAggregates, readRanking } from './read-cues.ts';
import type { ValueMention } from './read-filters.ts';
import { isMeasure } from './read-measures.ts';
import type { Topic } from './reading.ts';
import type { Word } from './words.ts';

const MEASURE_TOPICS: ReadonlySet<Topic | null> = new Set([
  'correlation',
  'trend',
  'distribution',
  'outliers',
] as const);

export interface Found {
  mentions: Mention[];
  values: ValueMention[];
  assumptions: string[];
}

/** A word may name a column and be a value: literal names win; values beat synonyms unless a measure is wanted. */
export function settleOverlaps(
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
      !mentions.some(
        (mention) =>
          overlaps(mention, value) &&
          !isWithin(mention, value) &&
          (mention.literal || winsAsMeasure(mention)),
      ),
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

/** "E-Bike" is a value, although `Bike type` has a word of it. */
function isWithin({ headless, at }: Mention, { from, to }: ValueMention): boolean {
  return headless && at.length <= to - from && at.every((index) => index >= from && index <= to);
}

function explainValue(words: readonly Word[], mention: Mention): string {
  const said = mention.at.map((at) => words[at]?.raw).join(' ');
  return `I read "${said}" as a value in the data; "${mention.column.name} above 0" would be another way to ask.`;
}
