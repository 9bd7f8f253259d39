/** Quantities of an answer with the words around them. */
import { findDateOrder } from '../text/dates.ts';
import { findDecimalMark } from '../text/decimal-mark.ts';
import { type Amount, type AmountForm, findAmounts } from '../text/find-amounts.ts';
import { readLabelUnit, type Unit } from '../text/units.ts';
import { readStems, readWords, type Word } from '../text/words.ts';
import { listSentences } from './list-sentences.ts';
import { HIDDEN, toPlainMarkdown } from './plain-markdown.ts';
import { type Block, readBlocks, type Span } from './read-blocks.ts';

export interface Mention {
  readonly amount: Amount;
  /** Into the Markdown. */
  readonly start: number;
  readonly end: number;
  /** The unit beside it, or the one in the heading of its column. */
  readonly unit: Unit | null;
  /** Words of its sentence, item, or cell, with the names of its row and column, which are next to it; nearest first. */
  readonly words: readonly NearWord[];
  readonly stems: ReadonlySet<string>;
  /** Stems of the words above it. */
  readonly leadStems: ReadonlySet<string>;
  /** Plain text of it, and of its sentence before and after it. */
  readonly text: string;
  readonly before: string;
  readonly after: string;
  /** The number of its sentence, or of its row of a table: others there are its neighbors. */
  readonly sentence: number;
}

export interface NearWord extends Word {
  /** Characters between the word and the number; more where a comma is between them. */
  readonly distance: number;
}

export interface ReadAnswer {
  readonly mentions: readonly Mention[];
  /** Numerals of lists, and numbers in code and addresses. */
  readonly hidden: readonly Span[];
}

/** Characters of an answer that are read. */
const MAX_ANSWER = 100_000;
const MAX_MENTIONS = 2000;

/** Reads the numbers of an answer; of a long one, only the beginning. */
export function readMentions(answer: string): ReadAnswer {
  const markdown = answer.slice(0, MAX_ANSWER);
  const text = toPlainMarkdown(markdown);
  const form: AmountForm = { mark: findDecimalMark(text), isProse: true, order: findDateOrder(text) };
  const mentions: Mention[] = [];
  let block: Block | null = null;
  let leadStems: ReadonlySet<string> = new Set();
  const sentences = listSentences(readBlocks(text));
  for (const sentence of sentences) {
    if (mentions.length >= MAX_MENTIONS) break;
    // Items of a list and cells of a table have the same above them.
    if (!isSame(sentence.block.lead, block?.lead)) leadStems = readLead(text, sentence.block.lead);
    block = sentence.block;
    const sentenceText = slice(text, sentence);
    const amounts = findAmounts(sentenceText, form).slice(0, MAX_MENTIONS - mentions.length);
    if (amounts.length === 0) continue;
    const place = {
      own: sentenceText,
      offset: sentence.start,
      context: readContext(text, block, sentenceText),
      leadStems: addStems(leadStems, text, sentence.previous),
      sentence: sentence.number,
    };
    const own = amounts.map((amount) => toMention(amount, place));
    for (const [at, mention] of own.entries()) mentions.push(shareUnit(mention, own[at + 1]));
  }
  return { mentions, hidden: findHidden(markdown, text) };
}

/** Characters of what stands above that are read; of a long lead-in the end. */
const [MAX_LEAD, MAX_LABEL] = [1000, 200];

function readLead(text: string, lead: readonly Span[]): ReadonlySet<string> {
  return readStems(lead.map((span) => slice(text, span).slice(-MAX_LEAD)).join('\n'));
}

function addStems(stems: ReadonlySet<string>, text: string, before: Span | undefined): ReadonlySet<string> {
  return before ? new Set([...stems, ...readStems(slice(text, before))]) : stems;
}

function isSame(a: readonly Span[], b: readonly Span[] = []): boolean {
  return a.length === b.length && a.every((span, at) => span === b[at]);
}

interface Context {
  readonly words: readonly Word[];
  /** How many commas and semicolons are before each place of the sentence. */
  readonly commas: Uint16Array;
  readonly labelWords: readonly Word[];
  readonly columnUnit: Unit | null;
}

function readContext(text: string, { labels }: Block, own: string): Context {
  const texts = labels.map((span) => slice(text, span).slice(0, MAX_LABEL));
  const title = texts.at(-1);
  return {
    words: readWords(own),
    commas: countCommas(own),
    labelWords: texts.flatMap((label) => readWords(label)),
    columnUnit: title === undefined ? null : readLabelUnit(title).unit,
  };
}

function countCommas(text: string): Uint16Array {
  const counts = new Uint16Array(text.length + 1);
  for (let at = 0; at < text.length; at++)
    counts[at + 1] = (counts[at] ?? 0) + (text[at] === ',' || text[at] === ';' ? 1 : 0);
  return counts;
}

const [RANGE_BEFORE, RANGE] = [
  /(?<!\p{L})(?:from|between|von|zwischen|de|entre)[\s\u2060]*$/iu,
  /^[\s\u2060]*(?:to|and|bis|auf|und|à|et|y|a|–|-|→)[\s\u2060]*$/iu,
];

/** “From 35.4 to 51.9 kg”: both are in kilograms. */
function shareUnit(mention: Mention, next: Mention | undefined): Mention {
  if (!next?.amount.unit || mention.unit !== null || mention.amount.kind !== 'digits') return mention;
  const between = mention.after.slice(0, Math.max(0, next.start - mention.end));
  const isRange = RANGE.test(between) && (RANGE_BEFORE.test(mention.before) || /^[–→-]$/.test(between));
  return isRange ? { ...mention, unit: next.amount.unit } : mention;
}

interface Place {
  own: string;
  offset: number;
  context: Context;
  leadStems: ReadonlySet<string>;
  sentence: number;
}

/** A comma sets words as far apart as this many characters. */
const NEXT_CLAUSE = 15;

function toMention(amount: Amount, { own, offset, context, leadStems, sentence }: Place): Mention {
  const { start, end } = amount;
  const cut = own.slice(start, end).replace(/^[\u2060\s]+/, '');
  const from = end - cut.length;
  // Marks within a number, as in formulas, are part of it; those before a unit are not.
  const markAt = cut.search(/\u2060(?!.*\d)/s);
  const to = markAt < 0 ? end : from + markAt;
  const near = listNear(amount, context);
  const labels = context.labelWords.map((word) => ({ ...word, distance: 0 }));
  const words = [...near, ...labels].toSorted((a, b) => a.distance - b.distance);
  return {
    amount,
    start: offset + from,
    end: offset + to,
    unit: amount.unit ?? (amount.kind === 'digits' ? context.columnUnit : null),
    words,
    stems: new Set(words.map(({ stem }) => stem)),
    leadStems,
    text: cut,
    before: own.slice(Math.max(0, start - AROUND), start),
    after: own.slice(end, end + AROUND),
    sentence,
  };
}

/** Words on either side of a number that can belong to it. */
const MAX_NEAR = 40;
/** Characters of the sentence before and after a number that are looked at. */
const AROUND = 300;

function listNear({ start, end }: Amount, { words, commas }: Context): NearWord[] {
  const first = findFirst(words, start);
  let next = first;
  while (next < words.length && (words[next]?.start ?? end) < end) next++;
  const near = [...words.slice(Math.max(0, first - MAX_NEAR), first), ...words.slice(next, next + MAX_NEAR)];
  return near.map((word) => {
    const [from, to] = word.end <= start ? [word.end, start] : [end, word.start];
    const clauses = (commas[to] ?? 0) - (commas[from] ?? 0);
    return { ...word, distance: to - from + clauses * NEXT_CLAUSE };
  });
}

/** Index of the first word that does not end before `start`. */
function findFirst(words: readonly Word[], start: number): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  return low;
}

function slice(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}

/** Numbers of the Markdown that its plain text hides. */
function findHidden(markdown: string, text: string): Span[] {
  return [...markdown.matchAll(/\d+(?:[.,]\d+)*/g)]
    .filter(({ 0: digits, index }) => text[index] === HIDDEN && text[index + digits.length - 1] === HIDDEN)
    .map(({ 0: digits, index }) => ({ start: index, end: index + digits.length }));
}
