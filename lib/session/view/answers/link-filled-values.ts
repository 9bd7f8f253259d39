/** The values that a cell has filled into an answer, each with the line that printed it: they need not be looked up. */
import type { Quantity, SourceCell } from '../../../quantities/finding/quantity.ts';
import { fillReferences } from '../../../references/fill-references.ts';
import { findReferences } from '../../../references/find-references.ts';
import { readValues } from '../../../references/read-values.ts';
import { listValues, readTable, toLabel } from '../../../references/write-values-cell.ts';
import type { Cell } from '../../session.ts';

/**
 * Offsets refer to `markdown`, which is the answer's text, perhaps with more backslashes. Empty where the answer or its cell was
 * changed since: then its numbers are looked up like any other.
 */
export function linkFilledValues(markdown: string, answer: Cell, cells: readonly SourceCell[]): Quantity[] {
  const from = cells.find(({ id }) => id === answer.values?.cellId);
  if (!answer.values || !from) return [];
  const references = findReferences(answer.values.template);
  const values = listValues(references);
  const read = readValues(values, from.outputs);
  if ('problem' in read) return [];
  const { text, spans } = fillReferences(answer.values.template, references, read.texts);
  const places = text === answer.source ? alignTexts(text, markdown) : null;
  if (!places) return [];
  return spans.flatMap(({ start, end, index }): Quantity[] => {
    const value = values[index];
    const printed = read.texts[index] ?? '';
    if (!value || printed.trim() === '') return [];
    const isTable = readTable(value) !== null;
    const output = isTable
      ? findDisplay(from, values.slice(0, index).filter((each) => readTable(each) !== null).length)
      : from.outputs.findIndex(
          (each) => each.output_type === 'stream' && each.text.includes(toLabel(value) + printed),
        );
    const toQuantity = (first: number, last: number, shown: string): Quantity => {
      const place = { start: places[first] ?? 0, end: (places[last - 1] ?? 0) + 1 };
      const source = { cellId: from.id, cell: from.cell, output, printed: shown, label: value.expression };
      return {
        kind: /\d/.test(shown) ? 'number' : 'name',
        ...place,
        text: markdown.slice(place.start, place.end),
        status: 'stated',
        sources: [{ ...source, how: 'exact' }],
      };
    };
    if (!isTable) return [toQuantity(start, end, printed)];
    const cells = text.slice(start, end).matchAll(TABLE_NUMBER);
    return [...cells].map(({ 0: shown, index: at }) =>
      toQuantity(start + at, start + at + shown.length, shown),
    );
  });
}

/** The text of a cell with a digit, in a Markdown table. */
const TABLE_NUMBER = /(?<=\| )[^|\n]*\d[^|\n]*(?= \|)/g;

/** The output that has the table: the first is 0. */
function findDisplay({ outputs }: SourceCell, table: number): number {
  return outputs.flatMap((each, at) => ('data' in each ? at : []))[table] ?? -1;
}

/** Where each character of the first is in the second, which may escape some; null where it is another text. */
function alignTexts(text: string, escaped: string): number[] | null {
  const places: number[] = [];
  let at = 0;
  for (const unit of text.split('')) {
    if (escaped[at] === '\\' && unit !== '\\') at++;
    if (escaped[at] !== unit) return null;
    places.push(at++);
  }
  return places;
}
