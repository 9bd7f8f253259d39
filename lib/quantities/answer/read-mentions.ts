/** Quantities of an answer with the words around them. */
import { findDecimalMark, isCommaLanguage } from '../text/decimal-mark.ts';
import { type Amount, findAmounts } from '../text/find-amounts.ts';
import { readLabelUnit, type Unit } from '../text/units.ts';
import { readStems, readWords, type Word } from '../text/words.ts';
import { HIDDEN, toPlainMarkdown } from './plain-markdown.ts';
import { type Block, readBlocks, type Span } from './read-blocks.ts';

export interface Mention {
  readonly amount: Amount;
  /** Into the Markdown. */
  readonly start: number;
  readonly end: number;
  /** The unit beside it, or the one in the heading of its column. */
  readonly unit: Unit | null;
  /** Of its sentence, item, or cell, with the names of its row and column, which are next to it; nearest first. */
  readonly words: readonly NearWord[];
  readonly stems: ReadonlySet<string>;
  /** Of what stands above it. */
  readonly leadStems: ReadonlySet<string>;
  /** Plain text of it, and of its sentence before and after it. */
  readonly text: string;
  readonly before: string;
  readonly after: string;
  /** Whether the answer is in a language that writes a decimal comma, so not in English. */
  readonly isForeign: boolean;
  /** Which sentence, or which row of a table: others there are its neighbors. */
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

export function readMentions(markdown: string): ReadAnswer {
  const text = toPlainMarkdown(markdown);
  const mark = findDecimalMark(text);
  const words = isCommaLanguage(text) ? 'others' : 'english';
  const mentions: Mention[] = [];
  let sentence = 0;
  let previous: Block | null = null;
  for (const block of readBlocks(text)) {
    if (block.row < 0 || block.row !== previous?.row) sentence++;
    previous = block;
    const leadStems = readStems(block.lead.map((span) => slice(text, span)).join('\n'));
    for (const [index, span] of block.sentences.entries()) {
      if (index > 0) sentence++;
      const own = slice(text, span);
      const amounts = findAmounts(own, { mark, words });
      if (amounts.length === 0) continue;
      const context = readContext(text, block, own);
      const before = block.sentences[index - 1];
      const stemsAbove = before ? new Set([...leadStems, ...readStems(slice(text, before))]) : leadStems;
      for (const amount of amounts) {
        mentions.push(
          toMention(amount, {
            own,
            offset: span.start,
            context,
            leadStems: stemsAbove,
            sentence,
            isForeign: words === 'others',
          }),
        );
      }
    }
  }
  return { mentions, hidden: findHidden(markdown, text) };
}

interface Context {
  readonly words: readonly Word[];
  readonly labelWords: readonly Word[];
  readonly columnUnit: Unit | null;
}

function readContext(text: string, { labels }: Block, own: string): Context {
  const title = labels.at(-1);
  return {
    words: readWords(own),
    labelWords: labels.flatMap((span) => readWords(slice(text, span))),
    columnUnit: title ? readLabelUnit(slice(text, title)).unit : null,
  };
}

interface Place {
  own: string;
  offset: number;
  context: Context;
  leadStems: ReadonlySet<string>;
  sentence: number;
  isForeign: boolean;
}

/** A comma sets words as far apart as this many characters. */
const NEXT_CLAUSE = 15;

function toMention(amount: Amount, { own, offset, context, leadStems, sentence, isForeign }: Place): Mention {
  const { start, end } = amount;
  const cut = own.slice(start, end).replace(/^[\u2060\s]+/, '');
  const from = end - cut.length;
  // Marks within a number, as in formulas, are part of it; those before a unit are not.
  const markAt = cut.search(/\u2060(?!.*\d)/s);
  const to = markAt < 0 ? end : from + markAt;
  const near = context.words
    .filter((word) => word.end <= start || word.start >= end)
    .map((word) => {
      const between = word.end <= start ? own.slice(word.end, start) : own.slice(end, word.start);
      return { ...word, distance: between.length + (between.match(/[,;]/g)?.length ?? 0) * NEXT_CLAUSE };
    });
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
    isForeign,
    text: cut,
    before: own.slice(0, start),
    after: own.slice(end),
    sentence,
  };
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
