/** A notebook of the corpus: outputs of what was run once, under the code as it is now. */
import { type NotebookFile, toNotebookFile } from '../../lib/notebook/notebook-file.ts';
import type { ProofCase } from './case.ts';

/** `execute` resolves to the same notebook with its outputs. */
export async function makeNotebook(
  { cells, deleted = [] }: ProofCase,
  execute: (notebook: NotebookFile) => Promise<NotebookFile>,
): Promise<NotebookFile> {
  const ran = cells
    .flatMap(({ made, madeAt, tags }, index) =>
      made === null ? [] : { at: madeAt ?? index, made, index, tags },
    )
    .map((cell) => ({ ...cell, order: cell.at + 0.5 }));
  const gone = deleted.map(({ at, source }) => ({ made: source, index: -1, tags: [], order: at }));
  const inOrder = [...ran, ...gone].toSorted((a, b) => a.order - b.order);
  const notebook = await execute(toNotebook(inOrder.map(({ made, tags }) => toCell(made, tags))));
  const now = cells.map(({ source, tags, forge }, index) => {
    const cell = notebook.cells[inOrder.findIndex((each) => each.index === index)];
    if (!cell) return toCell(source, tags);
    const outputs = forge ? JSON.parse(forge(JSON.stringify(cell.outputs))) : cell.outputs;
    return { ...toCell(source, tags), outputs, execution_count: cell.execution_count ?? 1 };
  });
  return toNotebook(now);
}

export function toCell(source: string, tags: readonly string[] = []) {
  return {
    cell_type: 'code',
    source,
    metadata: { tags },
    outputs: [] as unknown[],
    execution_count: null as unknown,
  };
}

/** Cells have IDs only in later versions of the format. */
export function toNotebook(cells: unknown[]): NotebookFile {
  return toNotebookFile({ cells, metadata: {}, nbformat: 4, nbformat_minor: 4 });
}
