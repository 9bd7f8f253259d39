/** Runs a notebook file from top to bottom in a kernel of its own, as `jupyter execute` does. */
import type { KernelProvider } from '../../kernel/kernel.ts';
import { type FileCell, type NotebookFile, readSource } from '../../notebook/notebook-file.ts';
import type { ErrorOutput } from '../../notebook/output.ts';
import { readTags } from '../../notebook/read-tags.ts';
import type { WidgetModels } from '../../notebook/widget-model.ts';
import { updateWidget } from '../../notebook/widget-state.ts';
import type { CellEndStatus } from '../../protocol/cells/cell.ts';
import { findError } from '../../verify/compare-outputs.ts';
import { createFileRun, type FileRun } from './file-run.ts';
import { writeOutputs } from './write-outputs.ts';

export interface ExecuteNotebookOptions {
  notebook: NotebookFile;
  kernels: Pick<KernelProvider, 'start'>;
  kernelName: string;
  /** Absolute path of the kernel's working directory. */
  cwd: string;
  /** Wall time of each cell, milliseconds. Default: no limit. */
  timeoutMs?: number | undefined;
  /** Continues after a cell that failed. A cell tagged `raises-exception` may fail anyway. */
  allowErrors: boolean;
  /** Interrupts the running cell and ends the execution. */
  signal: AbortSignal;
  onProgress: (progress: NotebookProgress) => void;
}

/** A cell that starts, or that has ended. */
export interface NotebookProgress {
  /** Counts from 1 among the cells that are to run. */
  step: number;
  steps: number;
  /** Counts from 1 among all cells. */
  cell: number;
  /** Null when it starts. */
  status: CellEndStatus | null;
  /** Whether output of it is missing. */
  isIncomplete: boolean;
}

export type NotebookOutcome = { status: 'ok' } | CellFailure;

/** Why the cells after `cell`, which counts from 1, were not run. */
export interface CellFailure {
  status: Exclude<CellEndStatus, 'ok'>;
  cell: number;
  reason: string | undefined;
  /** What the code raised; null when it raised nothing. */
  error: ErrorOutput | null;
}

/**
 * Resolves to the notebook with the outputs of every cell that ran; the others stay as they were. Throws AppError
 * `kernel-unavailable` when there is no kernel to run it.
 */
export async function executeNotebook(
  options: ExecuteNotebookOptions,
): Promise<{ notebook: NotebookFile; outcome: NotebookOutcome }> {
  const { notebook, kernels, kernelName, cwd } = options;
  const kernel = await kernels.start({ kernelName, workspace: cwd });
  const { info } = kernel;
  let models: WidgetModels = {};
  const run = createFileRun(kernel, (event) => {
    if (event.type === 'widget') models = updateWidget(models, event.update);
    return true;
  });
  const outcome = await executeCells(run, options).finally(() => kernel.dispose());
  // Only now, as threads of the notebook may have kept writing.
  return { notebook: writeOutputs(notebook, run, { info, models }), outcome };
}

async function executeCells(
  { run, readOutputs }: FileRun,
  options: ExecuteNotebookOptions,
): Promise<NotebookOutcome> {
  const { notebook, allowErrors, timeoutMs, signal, onProgress } = options;
  const runnable = [...notebook.cells.entries()].filter(([, cell]) => isRunnable(cell));
  for (const [position, [index, cell]] of runnable.entries()) {
    // Interrupted before it began: it keeps the outputs that it has.
    if (signal.aborted) return { status: 'interrupted', cell: index + 1, reason: NOT_BEGUN, error: null };
    const progress = { step: position + 1, steps: runnable.length, cell: index + 1 };
    onProgress({ ...progress, status: null, isIncomplete: false });
    const mayFail = allowErrors || readTags(cell.metadata).includes('raises-exception');
    const end = await run(index, readSource(cell), { signal, timeoutMs, stopOnError: !mayFail });
    onProgress({ ...progress, status: end.status, isIncomplete: end.isIncomplete ?? false });
    const failure = signal.aborted ? 'interrupted' : end.status;
    if (failure === 'ok' || (failure === 'error' && mayFail)) continue;
    return { status: failure, cell: index + 1, reason: end.reason, error: findError(readOutputs(index)) };
  }
  return { status: 'ok' };
}

const NOT_BEGUN = 'It had not begun.';

/** Markdown and raw cells have nothing to run, and neither have blank ones, whose outputs stay. */
function isRunnable(cell: FileCell): boolean {
  const isSkipped = readTags(cell.metadata).includes('skip-execution');
  return cell.cell_type === 'code' && readSource(cell).trim() !== '' && !isSkipped;
}
