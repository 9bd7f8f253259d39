/** Links names of rows in an answer to the rows of outputs, where a number of the same sentence leads to the row. Of other names, nothing is said. */

import type { Sentence } from '../answer/list-sentences.ts';
import type { Span } from '../answer/read-blocks.ts';
import type { Quantity, QuantitySource } from '../finding/quantity.ts';
import type { SourceValue } from '../source/source-value.ts';
import { type FoundName, findRowNames } from './find-row-names.ts';
import type { LinkedNumber } from './linked-number.ts';
import type { RowName, RowNames } from './list-row-names.ts';

export interface NamedAnswer {
  /** Of the length of its Markdown. */
  readonly text: string;
  readonly sentences: readonly Sentence[];
  readonly numbers: readonly LinkedNumber[];
  /** What is a number, or is not read. */
  readonly taken: readonly Span[];
}

export type NameFinding = Omit<Quantity, 'text'>;

export function linkNames({ text, sentences, numbers, taken }: NamedAnswer, known: RowNames): NameFinding[] {
  if (known.size === 0) return [];
  const bySentence = Map.groupBy(numbers, ({ mention }) => mention.sentence);
  return sentences.flatMap((sentence) => {
    const beside = bySentence.get(sentence.number) ?? [];
    if (beside.length === 0) return [];
    return findRowNames(text.slice(sentence.start, sentence.end), known).flatMap((name) => {
      const [start, end] = [sentence.start + name.start, sentence.start + name.end];
      const source = taken.some((span) => span.start < end && span.end > start)
        ? null
        : findRow(name, beside);
      return source
        ? [{ kind: 'name' as const, start, end, status: 'stated' as const, sources: [source] }]
        : [];
    });
  });
}

/** The row that a number of the sentence leads to. */
function findRow({ names }: FoundName, beside: readonly LinkedNumber[]): QuantitySource | null {
  for (const value of beside.flatMap(({ said }) => said)) {
    const name = names.find(
      ({ text, rows }) => isProper(text, value) && rows.some((row) => row.values.includes(value)),
    );
    if (name) return toNameSource(name, value);
  }
  return null;
}

/** In printed lines, a word in lower case is what a number counts or measures: `orders 12455`. */
function isProper(name: string, { column, around }: SourceValue): boolean {
  return column.text !== '' || /[\p{Lu}\p{N}]/u.test(name) || /(?<!\p{L})Name: /u.test(around.text);
}

function toNameSource({ text }: RowName, { place, column, printed }: SourceValue): QuantitySource {
  const label = [column.text, printed].filter((part) => part !== '').join(' ');
  return { ...place, printed: text, label, how: 'exact' };
}
