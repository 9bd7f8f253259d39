/** The values that a cell has filled into an answer, each with the line that printed it: they need not be looked up. */
import type { Output } from '../../../notebook/output.ts';
import type { Quantity, SourceCell } from '../../../quantities/finding/quantity.ts';
import { fillReferences } from '../../../references/fill-references.ts';
import { findReferences } from '../../../references/find-references.ts';
import { readValues } from '../../../references/read-values.ts';
import { listValues, readTable, toLabel } from '../../../references/write-values-cell.ts';
import { type Cell, findCell, type Session } from '../../session.ts';

/**
 * Offsets refer to `markdown`, which is the answer's text, perhaps with more backslashes. Empty where the answer or its cell was
 * changed since: then its numbers are looked up like any other.
 */
export function linkFilledValues(markdown: string, answer: Cell, cells: readonly SourceCell[]): Quantity[] {
  const from = cells.find(({ id }) => id === answer.values?.cellId);
  const filled = answer.values && from ? fillTemplate(answer.values.template, from.outputs) : null;
  if (!from || !filled) return [];
  const { values, texts, text, spans } = filled;
  const places = text === answer.source ? alignTexts(text, markdown) : null;
  if (!places) return [];
  const tables = values.filter((each) => readTable(each) !== null);
  const displays = from.outputs.flatMap((each, at) => ('data' in each ? at : []));
  return spans.flatMap(({ start, end, index }): Quantity[] => {
    const value = values[index];
    const printed = texts[index] ?? '';
    if (!value || printed.trim() === '') return [];
    const table = tables.indexOf(value);
    const isTable = table >= 0;
    const output = isTable
      ? (displays[table] ?? -1)
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

/** What a template says with the values that their cell has put out; null where they cannot be read. */
function fillTemplate(template: string, outputs: readonly Output[]) {
  const references = findReferences(template);
  const values = listValues(references);
  const read = readValues(values, outputs);
  if ('problem' in read) return null;
  return { values, texts: read.texts, ...fillReferences(template, references, read.texts) };
}

/** The text of a cell with a digit, in a Markdown table. */
const TABLE_NUMBER = /(?<=\| )[^|\n]*\d[^|\n]*(?= \|)/g;

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

/**
 * The answer with the values that their cell has found since. Null for one without references, where the values are the same or
 * cannot be read, and where the user has changed the words between them.
 */
export function refillAnswer(session: Session, { source, values }: Cell): string | null {
  const from = values && findCell(session, values.cellId);
  if (!values || from?.status !== 'ok') return null;
  if (!hasWordsOf(values.template, source)) return null;
  const { text = source } = fillTemplate(values.template, from.outputs) ?? {};
  return text === source ? null : text;
}

/** Whether all that is between the references of a template is in the text, in order. */
function hasWordsOf(template: string, text: string): boolean {
  const references = findReferences(template);
  const starts = [0, ...references.map(({ end }) => end)];
  const words = starts.map((start, at) => template.slice(start, references[at]?.start));
  let at = 0;
  for (const each of words) {
    const found = text.indexOf(each, at);
    if (found < 0) return false;
    at = found + each.length;
  }
  return text.startsWith(words[0] ?? '') && text.endsWith(words.at(-1) ?? '');
}
