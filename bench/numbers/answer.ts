/** One labeled answer of the corpus, as its file holds it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromNbformatOutput } from '../../lib/notebook/from-nbformat-output.ts';
import type { QuantityStatus, SourceCell } from '../../lib/quantities/finding/quantity.ts';

export interface LabeledQuantity {
  text: string;
  /** Which occurrence of the text in the answer, from 1. */
  nth: number;
  label: QuantityStatus;
  /** Whose outputs may be linked, from 1. */
  cells: number[];
  /** Kind of the error, where one was planted. */
  planted?: string;
}

export interface LabeledName {
  text: string;
  nth: number;
  cells: number[];
  /** The row that it names. */
  row?: string;
  /** Set where the name is that of the wrong row. */
  planted?: string;
}

export interface LabeledAnswer {
  id: string;
  question: string;
  answer: string;
  cells: SourceCell[];
  quantities: LabeledQuantity[];
  /** Names of rows that are given as winners, losers, or places; only in later sets. */
  names?: LabeledName[];
}

interface AnswerFile extends Omit<LabeledAnswer, 'cells'> {
  cells: { source: string; outputs: unknown[] }[];
}

export function readAnswers(folder: string): LabeledAnswer[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => {
      const file = JSON.parse(readFileSync(join(folder, name), 'utf8')) as AnswerFile;
      const cells = file.cells.map(({ source, outputs }, index) => ({
        id: `cell-${index + 1}`,
        cell: index + 1,
        source,
        outputs: outputs.map(fromNbformatOutput),
      }));
      return { ...file, cells };
    });
}

export function locate(answer: string, { text, nth }: { text: string; nth: number }): [number, number] {
  let at = -1;
  for (let count = 0; count < nth; count++) at = answer.indexOf(text, at + 1);
  if (at < 0) throw new Error(`“${text}” is not ${nth} times in the answer`);
  return [at, at + text.length];
}
