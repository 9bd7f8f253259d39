import { isDeepStrictEqual } from 'node:util';
import { type FileCell, type NotebookFile, splitOutputLines } from '../../notebook/notebook-file.ts';
import type { Output } from '../../notebook/output.ts';
import { sortKeys } from '../../notebook/sort-keys.ts';
import { toNbformatOutput } from '../../notebook/to-nbformat-output.ts';
import type { WidgetModels } from '../../notebook/widget-model.ts';
import { toWidgetMetadata } from '../../notebook/widget-state.ts';
import type { KernelInfo } from '../../protocol/kernel/kernel-info.ts';
import type { FileRun } from './file-run.ts';

/** The notebook with what an execution of it showed. Cells that were not run stay as they are. */
export function writeOutputs(
  notebook: NotebookFile,
  { ends, readOutputs }: FileRun,
  { info, models }: { info: KernelInfo; models: WidgetModels },
): NotebookFile {
  const widgets = toWidgetMetadata(models);
  return {
    ...notebook,
    metadata: { ...notebook.metadata, ...toKernelMetadata(notebook, info), ...(widgets ? { widgets } : {}) },
    cells: notebook.cells.map((cell, index) => {
      const end = ends.get(index);
      return end ? writeCell(cell, end.executionCount, readOutputs(index)) : cell;
    }),
  };
}

function writeCell(cell: FileCell, executionCount: number | null, outputs: readonly Output[]): FileCell {
  // Times of an earlier execution.
  const { execution: _, ...metadata } = cell.metadata;
  const written = outputs.map(toNbformatOutput).filter(({ text }) => text !== '');
  return {
    ...cell,
    metadata: 'execution' in cell.metadata ? metadata : cell.metadata,
    execution_count: executionCount,
    outputs: written.map((output) => sortKeys(splitOutputLines(output))),
  };
}

/** What the file says of its kernel is left alone as long as it is true. */
function toKernelMetadata({ metadata }: NotebookFile, info: KernelInfo): Record<string, unknown> {
  const { kernelspec, language_info: languageInfo } = metadata;
  const isNamed = kernelspec instanceof Object && 'name' in kernelspec && kernelspec.name === info.name;
  const spec = { name: info.name, display_name: info.displayName, language: info.languageInfo.name };
  return {
    kernelspec: isNamed && 'display_name' in kernelspec ? kernelspec : spec,
    language_info: isDeepStrictEqual(languageInfo, info.languageInfo)
      ? languageInfo
      : sortKeys(info.languageInfo),
  };
}
