/** An answer in a Markdown file checked against the outputs of a notebook file: each number with what says it. */
import { readFile } from 'node:fs/promises';
import type { Config } from '../config/config.ts';
import { naming, readNotebook } from '../files/read-notebook.ts';
import { fromNbformatOutput } from '../notebook/from-nbformat-output.ts';
import type { NotebookFile } from '../notebook/notebook-file.ts';
import type { Quantity, QuantityStatus, SourceCell } from '../quantities/finding/quantity.ts';
import { linkQuantities } from '../quantities/link-quantities.ts';

export interface CheckAnswerOptions {
  /** Paths. */
  answer: string;
  notebook: string;
  /** Its numbers are the asker's own; empty if it is not known. */
  question: string;
}

export interface AnswerCheck {
  /** In the order of the answer. */
  quantities: (Quantity & {
    /** In the answer, from 1. */
    line: number;
  })[];
  counts: Record<QuantityStatus, number>;
}

/** Nothing runs. Throws AppError `bad-request`, naming the file that cannot be read. */
export async function checkAnswerFile(
  config: Pick<Config, 'python' | 'rootDir'>,
  { answer, notebook: path, question }: CheckAnswerOptions,
): Promise<AnswerCheck> {
  const markdown = await naming(answer, () => readFile(answer, 'utf8'));
  const { notebook } = await readNotebook(path, config);
  const cells = await naming(path, async () => toSourceCells(notebook));
  const quantities = linkQuantities(markdown, cells, question).map((quantity) => ({
    ...quantity,
    line: markdown.slice(0, quantity.start).split('\n').length,
  }));
  const count = (status: QuantityStatus) => quantities.filter((each) => each.status === status).length;
  const counts = {
    stated: count('stated'),
    derived: count('derived'),
    given: count('given'),
    unclear: count('unclear'),
    unfounded: count('unfounded'),
  };
  return { quantities, counts };
}

function toSourceCells({ cells }: NotebookFile): SourceCell[] {
  return cells.flatMap((cell, index) => {
    if (cell.cell_type !== 'code') return [];
    const outputs = Array.isArray(cell.outputs) ? cell.outputs.map(fromNbformatOutput) : [];
    const source = typeof cell.source === 'string' ? cell.source : cell.source.join('');
    return { id: cell.id ?? `cell-${index + 1}`, cell: index + 1, source, outputs };
  });
}
