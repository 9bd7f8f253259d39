/** The outputs of an executing notebook, cell by cell, and the file they make. */
import { isDeepStrictEqual } from 'node:util';
import type { OutputEvent } from '../../kernel/kernel.ts';
import { EMPTY_OUTPUT_AREA } from '../../notebook/apply-output.ts';
import { type FileCell, type NotebookFile, splitOutputLines } from '../../notebook/notebook-file.ts';
import type { ErrorOutput } from '../../notebook/output.ts';
import { sortKeys } from '../../notebook/sort-keys.ts';
import { toNbformatOutput } from '../../notebook/to-nbformat-output.ts';
import type { WidgetModels } from '../../notebook/widget-model.ts';
import { toWidgetMetadata, updateWidget } from '../../notebook/widget-state.ts';
import type { KernelInfo } from '../../protocol/kernel/kernel-info.ts';
import { findError } from '../../verify/compare-outputs.ts';
import { createOutputAreas } from './create-output-areas.ts';

/** Cells are given by their index in the notebook. */
export interface NotebookOutputs {
  /** Removes what an earlier execution left. */
  start(index: number): void;
  apply(index: number, event: OutputEvent): void;
  end(index: number, executionCount: number | null): void;
  findError(index: number): ErrorOutput | null;
  /** The notebook with everything so far in it. */
  writeInto(notebook: NotebookFile, info: KernelInfo): NotebookFile;
}

export function createNotebookOutputs(): NotebookOutputs {
  const areas = createOutputAreas();
  /** Of the cells that were started. */
  const counts = new Map<number, number | null>();
  let widgets: WidgetModels = {};

  function writeCell(cell: FileCell, index: number): FileCell {
    const executionCount = counts.get(index);
    if (executionCount === undefined) return cell;
    // Times of an earlier execution.
    const { execution: _, ...metadata } = cell.metadata;
    const outputs = areas
      .read(index)
      .outputs.map(toNbformatOutput)
      .filter(({ text }) => text !== '');
    return {
      ...cell,
      metadata: 'execution' in cell.metadata ? metadata : cell.metadata,
      execution_count: executionCount,
      outputs: outputs.map((output) => sortKeys(splitOutputLines(output))),
    };
  }

  return {
    apply: (index, event) => {
      if (event.type === 'widget') widgets = updateWidget(widgets, event.update);
      else areas.apply(index, event);
    },
    start: (index) => {
      counts.set(index, null);
      areas.set(index, EMPTY_OUTPUT_AREA);
    },
    end: (index, executionCount) => {
      counts.set(index, executionCount);
      // A clear that waits for an output dies with its cell.
      areas.set(index, { ...areas.read(index), clearPending: false });
    },
    findError: (index) => findError(areas.read(index).outputs),
    writeInto: (notebook, info) => ({
      ...notebook,
      metadata: { ...notebook.metadata, ...toKernelMetadata(notebook, info), ...toWidgets(widgets) },
      cells: notebook.cells.map(writeCell),
    }),
  };
}

function toWidgets(widgets: WidgetModels): { widgets?: Record<string, unknown> } {
  const metadata = toWidgetMetadata(widgets);
  return metadata ? { widgets: metadata } : {};
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
