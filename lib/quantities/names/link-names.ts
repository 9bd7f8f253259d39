/**
 * Links names of rows in an answer to the rows of outputs: where a number of the same sentence leads to the row, or where it is
 * at the end of the order of which the sentence says so. What is contradicted is marked. Of other names, nothing is said.
 */

import type { Sentence } from '../answer/list-sentences.ts';
import type { Span } from '../answer/read-blocks.ts';
import type { Quantity, QuantitySource } from '../finding/quantity.ts';
import type { SourceValue } from '../source/source-value.ts';
import { readStems } from '../text/words.ts';
import { type FoundName, findRowNames } from './find-row-names.ts';
import { type ClaimContext, judgeClaim } from './judge-claim.ts';
import type { LinkedNumber } from './linked-number.ts';
import { listWords, type RowName, type RowNames } from './named-table.ts';
import { listOrder } from './order.ts';
import { readClaims } from './read-claim.ts';

export interface NamedAnswer {
  /** Of the length of its Markdown. */
  readonly text: string;
  readonly sentences: readonly Sentence[];
  readonly numbers: readonly LinkedNumber[];
  /** What is a number, or is not read. */
  readonly taken: readonly Span[];
  readonly question: string;
}

export type NameFinding = Omit<Quantity, 'text'>;

export function linkNames(answer: NamedAnswer, known: RowNames): NameFinding[] {
  if (known.size === 0) return [];
  const { text, sentences, numbers, taken } = answer;
  const bySentence = Map.groupBy(numbers, ({ mention }) => mention.sentence);
  let words: Set<string> | null = null;
  const notebook = { titles: readTitles(answer), notebook: () => (words ??= listWords(known)) };
  return sentences.flatMap((sentence) => {
    const own = text.slice(sentence.start, sentence.end);
    const names = findRowNames(own, known).filter(
      ({ start, end }) =>
        !taken.some((span) => span.start < sentence.start + end && span.end > sentence.start + start),
    );
    if (names.length === 0) return [];
    const beside = bySentence.get(sentence.number) ?? [];
    const judged =
      sentence.block.row < 0 ? judgeSentence(sentence, names, beside, answer, notebook) : new Map();
    return names.flatMap((found) => {
      const place = {
        kind: 'name' as const,
        start: sentence.start + found.start,
        end: sentence.start + found.end,
      };
      const finding = judged.get(found) ?? linkBeside(found, beside);
      return finding ? [{ ...place, ...finding }] : [];
    });
  });
}

/** Words above the values that tables of the answer state. */
function readTitles({ text, sentences, numbers }: NamedAnswer): Map<SourceValue, ReadonlySet<string>> {
  const titles = new Map<SourceValue, ReadonlySet<string>>();
  const cells = sentences.filter(({ block }) => block.row > 0);
  for (const { mention, said } of numbers) {
    const cell = cells.find(({ start, end }) => start <= mention.start && end >= mention.end);
    const title = cell?.block.labels.at(-1);
    if (!title) continue;
    for (const value of said) titles.set(value, readStems(text.slice(title.start, title.end)));
  }
  return titles;
}

type Linked = Pick<Quantity, 'status' | 'sources' | 'instead'>;

/** The row that a number of the sentence leads to. */
function linkBeside({ names }: FoundName, beside: readonly LinkedNumber[]): Linked | null {
  for (const value of beside.flatMap(({ said }) => said)) {
    const name = names.find(
      ({ text, rows }) => isProper(text, value) && rows.some((row) => row.values.includes(value)),
    );
    if (name) return { status: 'stated', sources: [toNameSource(name, value)] };
  }
  return null;
}

/** In printed lines, a word in lower case is what a number counts or measures: `orders 12455`. */
function isProper(name: string, { column, around }: SourceValue): boolean {
  return column.text !== '' || /[\p{Lu}\p{N}]/u.test(name) || /(?<!\p{L})Name: /u.test(around.text);
}

function judgeSentence(
  { start, end, block, previous }: Sentence,
  names: readonly FoundName[],
  beside: readonly LinkedNumber[],
  { text, question }: NamedAnswer,
  notebook: Pick<ClaimContext, 'titles' | 'notebook'>,
): Map<FoundName, Linked> {
  const own = beside.filter(({ mention }) => mention.start >= start && mention.end <= end);
  const numbers = own.map(({ mention, ...number }) => ({
    ...number,
    amount: mention.amount,
    start: mention.start - start,
    end: mention.end - start,
  }));
  // “Second” and “one of” say something of a winner.
  const digits = numbers.filter(({ amount }) => amount.kind === 'digits' || amount.kind === 'date');
  const bare = blank(text.slice(start, end), digits);
  const above = [...block.lead, ...(previous ? [previous] : [])].map((span) =>
    text.slice(span.start, span.end),
  );
  const context: ClaimContext = { text: bare, question, above, names, numbers, ...notebook };
  const judged = new Map<FoundName, Linked>();
  for (const claim of readClaims(bare, names)) {
    const judgment = judgeClaim(claim, context);
    if (!judgment) continue;
    if (!judgment.isRight) {
      judged.set(claim.name, { status: 'contradicted', sources: [], instead: toWinner(judgment.winner) });
      continue;
    }
    if (judged.has(claim.name)) continue;
    const order = listOrder(judgment.place);
    for (const [at, found] of [claim.name, ...listFollowers(bare, claim.name, names)].entries()) {
      const value = at === 0 ? judgment.place.value : order[at];
      const name = found.names.find(({ text: own }) => value?.row.names?.includes(own));
      if (!value || !name) break;
      judged.set(found, { status: 'stated', sources: [toNameSource(name, value)] });
    }
  }
  return judged;
}

const NEXT = /(?<!\p{L})(?:followed by|ahead of|before|then|gefolgt von|vor|dann)\s+(?:the\s+)?$/iu;
const ALSO = /^\s*(?:,|and|then|, and|, then|and then|und)\s+(?:the\s+)?$/iu;

/** Of “Gentoo is the heaviest, followed by Chinstrap and Adelie”: the last two. */
function listFollowers(text: string, winner: FoundName, names: readonly FoundName[]): FoundName[] {
  const followers: FoundName[] = [];
  let before = winner;
  for (const name of names.slice(names.indexOf(winner) + 1)) {
    const between = text.slice(before.end, name.start);
    if (!(NEXT.test(between) || (followers.length > 0 && ALSO.test(between)))) break;
    followers.push(name);
    before = name;
  }
  return followers;
}

/** Blanks for marks, for numbers, and for what is left in brackets around them. */
function blank(text: string, spans: readonly Span[]): string {
  let bare = text.replaceAll(/[\u2060\ufffc]/g, ' ');
  for (const { start, end } of spans) bare = bare.slice(0, start) + ' '.repeat(end - start) + bare.slice(end);
  return bare.replaceAll(/\([\s~≈±%,;]*\)/g, (brackets) => ' '.repeat(brackets.length));
}

function toNameSource({ text }: RowName, { place, column, printed }: SourceValue): QuantitySource {
  const label = [column.text, printed].filter((part) => part !== '').join(' ');
  return { ...place, printed: text, label, how: 'exact' };
}

/** The value of the row that is ahead, with the name of the row. */
function toWinner({ place, row, column, printed }: SourceValue): QuantitySource {
  const label = [row.names?.join(' ') ?? '', column.text].filter((part) => part !== '').join(', ');
  return { ...place, printed, label, how: 'exact' };
}
