/** The labeled answers of the corpus, from its archive or from files with one answer each. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
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
  /** Its set in the archive; files from elsewhere have none. */
  set?: string;
  id: string;
  question: string;
  answer: string;
  cells: SourceCell[];
  quantities: LabeledQuantity[];
}

export interface StoredAnswer extends Omit<LabeledAnswer, 'cells'> {
  cells: { source: string; outputs: unknown[] }[];
}

/** `corpus`: the name of a set in the archive, or a folder with one JSON file for each answer. */
export function readAnswers(corpus: string): LabeledAnswer[] {
  const ofSet = readArchive().filter(({ set }) => set === corpus);
  return (ofSet.length > 0 ? ofSet : readFolder(corpus)).map(toLabeled);
}

export function readArchive(): StoredAnswer[] {
  const text = gunzipSync(readFileSync(join(import.meta.dirname, 'corpus.jsonl.gz'))).toString();
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

export function readFolder(folder: string): StoredAnswer[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

function toLabeled(answer: StoredAnswer): LabeledAnswer {
  const cells = answer.cells.map(({ source, outputs }, index) => ({
    id: `cell-${index + 1}`,
    cell: index + 1,
    source,
    outputs: outputs.map(fromNbformatOutput),
  }));
  return { ...answer, cells };
}

/** Where the quantity starts and ends in the answer. */
export function locate(answer: string, { text, nth }: { text: string; nth: number }): [number, number] {
  let at = -1;
  for (let count = 0; count < nth; count++) at = answer.indexOf(text, at + 1);
  if (at < 0) throw new Error(`“${text}” is not ${nth} times in the answer`);
  return [at, at + text.length];
}
