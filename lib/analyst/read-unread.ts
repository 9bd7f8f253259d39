/** Words of a question that nothing in the answer stands for, said rather than silently dropped. */
import type { Dataset } from './dataset.ts';
import { code, listWords } from './format.ts';
import { findAdjective } from './lexicon.ts';
import { findMentions, type Mention } from './match-columns.ts';
import { readAggregates } from './read-cues.ts';
import { findValues } from './read-filters.ts';
import type { Covered } from './read-limits.ts';
import { readGrains } from './read-time.ts';
import type { Topic } from './reading.ts';
import { range, readWords, STOP_WORDS, type Word } from './words.ts';

/** Words that follow the counted thing and add no condition. */
const EMPTY_WORDS =
  /^(there|exist|exists|overall|altogether|total|rows?|records?|entries|observations?|listed|contained|recorded|taken|made|played|answered|responded|took|held|collected|measured|available|present|included|came|come|happened|occurred|different|unique|distinct|average|data|dataset|file|survey|questionnaire|log|list|report|after|before|since|during|until|table|csv|sheet|placed|visited|number|more|less|fewer|over|under|above|below|least|most|between|exactly|higher|lower|greater)$/;

/** Words that ask for an operation, a chart or an order, or say how others belong together. */
const ASKING =
  /^(correlat|relat|associat|distribut|chang|develop|compar|differ|rank|sort|order|group|plot|visuali|draw|summar|describ|increas|decreas|declin|grow|grew|rose|rise|fall|fell|depend|affect|influenc|driv|trend|outlier|unusual|duplicat|missing|share|percent|proportion|fraction|histogram|scatter|box|line|pie|bar|chart|percentile|quartile|quantile|common|frequent|popular|often|typical|based|called|named|used|using|need|want|spread|vary|varies|versus|against|expressed|split|broken|detail|please|thanks|year|month|week|day|hour|quarter|decade|season|spring|summer|autumn|winter|first|last|latest)/;

interface Asked {
  text: string;
  topic: Topic | null;
  grouped: boolean;
  measures: readonly Mention[];
}

const UNREAD = 'Nothing in the table matches';

/** Sentences that make the answer one to another question, so they come before it. */
export function isUnread(sentence: string): boolean {
  return sentence.startsWith(UNREAD);
}

/** Sentences about words that were not used. */
export function explainUnread(words: readonly Word[], covered: Covered, asked: Asked): string[] {
  if (/^(beyond|sample|overview|columns|missing|duplicates)$/.test(asked.topic ?? '')) return [];
  const counts = (asked.topic === 'count' || asked.topic === 'distinct') && !asked.grouped;
  const unmet = counts ? findUnmetWords(words, covered) : [];
  const hyphenated = findHyphenated(asked.text, words, covered);
  const dropped = new Set([...unmet, ...findConditions(words, covered), ...hyphenated]);
  const names = [
    ...new Set(asked.measures.filter(({ literal }) => literal).map(({ column }) => column.name)),
  ];
  return [
    ...(dropped.size > 0
      ? [
          `${UNREAD} ${[...dropped].map((at) => `"${words[at]?.raw}"`).join(', ')}, so this was not taken into account.`,
        ]
      : []),
    ...((asked.topic === 'count' || asked.topic === 'common') && names.length > 0
      ? [`I counted rows and did not use ${listWords(names.map(code))}.`]
      : []),
  ];
}

/** Words of "how many A …" that look like a condition nothing in the table meets. */
function findUnmetWords(words: readonly Word[], covered: Covered): number[] {
  const many = words.findIndex(({ lower }) => lower === 'many' || lower === 'often');
  if (many < 0) return [];
  const verb = words.findIndex(
    ({ lower }, at) =>
      at > many &&
      /^(is|are|was|were|did|do|does|have|has|had|with|in|for|that|who|which|\w+ed)$/.test(lower),
  );
  return verb < 0
    ? []
    : words.flatMap(({ lower }, at) =>
        at >= verb && isContent(lower, at, covered) && !comparesAt(words, at) ? [at] : [],
      );
}

/** The words of a question that no column, value, calendar part or operation accounts for, as written. */
export function listUnknownWords(question: string, dataset: Dataset): string[] {
  const words = readWords(question);
  const covered: Covered = new Set([
    ...findMentions(words, dataset.columns).flatMap(({ at }) => at),
    ...findValues(words, dataset.columns).flatMap(({ from, to }) => range(from, to)),
    ...readGrains(words).map(({ at }) => at),
  ]);
  const isUnknown = (word: Word, at: number) =>
    word.lower.length > 2 && /^\p{L}/u.test(word.raw) && !isKnown(word) && isContent(word.lower, at, covered);
  return [...new Set(words.filter(isUnknown).map(({ raw }) => raw))];
}

function isKnown(word: Word): boolean {
  return readAggregates([word]).length > 0 || findAdjective(word.lower) !== null || ASKING.test(word.lower);
}

function isContent(lower: string, at: number, covered: Covered): boolean {
  return lower !== '' && !covered.has(at) && !STOP_WORDS.has(lower) && !EMPTY_WORDS.test(lower);
}

/** Names, participles and what follows "in", "for" or "without": in any question these select rows. */
function findConditions(words: readonly Word[], covered: Covered): number[] {
  return words.flatMap((word, at) => {
    const { lower, raw } = word;
    if (isKnown(word) || !isContent(lower, at, covered) || comparesAt(words, at)) return [];
    const before = words[at - 1]?.lower ?? '';
    const selects =
      (at > 0 && /^\p{Lu}\p{L}/u.test(raw)) ||
      (/^(in|for|from|at|between|without|excluding|except|only|not|never|and)$/.test(before) &&
        lower.length > 3) ||
      qualifies(words, at) ||
      /\p{L}{3}ed$/u.test(lower) ||
      /^(multiplied|minus|plus)$/.test(lower);
    return selects ? [at] : [];
  });
}

/** "Lasted more than 30 minutes": the verb says what the comparison says. */
function comparesAt(words: readonly Word[], at: number): boolean {
  const [verb, next, after] = words.slice(at, at + 3).map(({ lower }) => lower);
  const compares = /^(more|less|fewer|over|under|above|below|between|exactly|longer|shorter)$/.test(
    next ?? '',
  );
  return /ed$/.test(verb ?? '') && (compares || (next === 'at' && /^(least|most)$/.test(after ?? '')));
}

/** "Of tandem rentals", "how many tandem bikes": a word before a noun in the plural selects some of them. */
function qualifies(words: readonly Word[], at: number): boolean {
  const [word, next] = [words[at], words[at + 1]];
  if (!word || !next || word.lower.length < 3 || word.stem !== word.lower) return false;
  const begins = /^(of|for|many|all|the|than|among|do|are)$/.test(words[at - 1]?.lower ?? '');
  return begins && next.stem !== next.lower && !STOP_WORDS.has(next.lower) && !isKnown(next);
}

/** "X-Bike": a name, although "bike" alone means a column. */
function findHyphenated(text: string, words: readonly Word[], covered: Covered): number[] {
  const names = [...text.matchAll(/(?<![\p{L}\p{N}-])\p{L}[\p{L}\p{N}]*(?:-\p{L}[\p{L}\p{N}]*)+/gu)];
  return names.flatMap(({ 0: name, index }) => {
    const first = readWords(text.slice(0, index)).length;
    const parts = range(first, first + readWords(name).length - 1);
    return parts.filter((at) => {
      const word = words[at];
      return word !== undefined && !isKnown(word) && isContent(word.lower, at, covered);
    });
  });
}
