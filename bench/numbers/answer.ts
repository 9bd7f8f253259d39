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

export interface LabeledAnswer {
  id: string;
  question: string;
  answer: string;
  cells: SourceCell[];
  quantities: LabeledQuantity[];
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
