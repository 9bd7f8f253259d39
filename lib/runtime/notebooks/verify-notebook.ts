/** Runs a notebook from a clean start, a second time where that tells what varies, and judges each of its cells. */
import { type NotebookFile, readSource } from '../../notebook/notebook-file.ts';
import type { Output } from '../../notebook/output.ts';
import type { FigureDigest } from '../../notebook/output-digest.ts';
import { readFileOutputs } from '../../notebook/read-file-outputs.ts';
import { readTags } from '../../notebook/read-tags.ts';
import type {
  CellVerification,
  Verification,
  VerifiedFile,
  VerifyProgress,
} from '../../protocol/verification/verification.ts';
import { findError, listDisplays } from '../../verify/compare-outputs.ts';
import { readsClock } from '../../verify/find-cause.ts';
import { describeHiddenName, findHiddenName } from '../../verify/find-hidden-name.ts';
import { toOwnMachine } from '../../verify/finding/own-machine.ts';
import { type JudgedCell, judgeCell, needsAnotherRun } from '../../verify/judge-cell.ts';
import type { PutBlob } from '../outputs/bound-outputs.ts';
import { keepPictures } from './keep-pictures.ts';
import { type CleanRun, type CleanRunOptions, runClean } from './run-clean.ts';

export interface VerifyNotebookOptions
  extends Pick<
    CleanRunOptions,
    'kernels' | 'packages' | 'kernelName' | 'timeoutMs' | 'isBackground' | 'signal'
  > {
  notebook: NotebookFile;
  /** Resolves to the path of a new folder with the notebook's data; called for each clean run. */
  openWorkspace: () => Promise<string>;
  /** Data that is in each of these folders. */
  files: VerifiedFile[];
  /**
   * What the kernel reported of the figures that a cell displays, by its id and their order; a notebook file has no place
   * for it.
   */
  figures?: ReadonlyMap<string, readonly (FigureDigest | undefined)[]>;
  /** Stores pictures that differ, as those of the log, and resolves to their sha256. Without it, the report has none. */
  putBlob?: PutBlob | undefined;
  onProgress?: ((progress: VerifyProgress) => void) | undefined;
}

interface CodeCell {
  /** Counts from 1 among all cells. */
  cell: number;
  cellId: string;
  source: string;
  outputs: readonly Output[];
  wasRun: boolean;
  isSkipped: boolean;
}

/** Two items have each order in half of all runs: this many runs agree by chance one time in sixteen. */
const MAX_RUNS = 5;
/** Runs to rule out chance are made only of notebooks that take no longer, milliseconds. */
const MAX_EXTRA_MS = 60_000;

/**
 * Throws AppError `kernel-unavailable` when there is no kernel to run it, `bad-request` for outputs that no notebook has.
 */
export async function verifyNotebook(options: VerifyNotebookOptions): Promise<Verification> {
  const { notebook, signal, files } = options;
  const startedAt = Date.now();
  const cells = listCodeCells(notebook, options.figures);
  const runs = [await runOnce(cells, cells.length, 1, options)];
  for (let count = findNext(cells, runs); count > 0 && !signal.aborted; count = findNext(cells, runs)) {
    runs.push(await runOnce(cells, count, runs.length + 1, options));
  }
  const judged = cells.map((cell) => judge(cells, cell, runs));
  const { info, packages = [], installed } = runs[0] ?? {};
  return {
    outcome: toOutcome(judged),
    counts: countVerdicts(judged),
    cells: await keepPictures(judged, options.putBlob),
    runs: runs.length,
    kernel: {
      name: info?.name ?? options.kernelName,
      language: info?.languageInfo.name ?? '',
      version: info?.languageInfo.version ?? '',
      isolation: info?.isolation ?? '',
      packages,
      ...(installed ? { installed } : {}),
    },
    files,
    startedAt,
    durationMs: Date.now() - startedAt,
  };
}

function listCodeCells(
  { cells }: NotebookFile,
  figures: VerifyNotebookOptions['figures'] = new Map(),
): CodeCell[] {
  return cells.flatMap((cell, index) => {
    const source = readSource(cell);
    if (cell.cell_type !== 'code') return [];
    const outputs = addFigures(readFileOutputs(cell, index), figures.get(cell.id ?? ''));
    // What is shown without code is not given by any.
    if (source.trim() === '' && outputs.length === 0) return [];
    return {
      cell: index + 1,
      cellId: cell.id ?? `cell-${index + 1}`,
      source,
      outputs,
      wasRun: outputs.length > 0 || typeof cell.execution_count === 'number',
      isSkipped: readTags(cell.metadata).includes('skip-execution'),
    };
  });
}

/** Adds figures if there is one for each display. */
function addFigures(
  outputs: readonly Output[],
  figures: readonly (FigureDigest | undefined)[] = [],
): readonly Output[] {
  const displays = listDisplays(outputs);
  if (displays.length !== figures.length) return outputs;
  return outputs.map((output) => {
    const figure = 'data' in output ? figures[displays.indexOf(output)] : undefined;
    return figure && 'data' in output ? { ...output, digest: { figure } } : output;
  });
}

async function runOnce(
  cells: readonly CodeCell[],
  count: number,
  run: number,
  options: VerifyNotebookOptions,
): Promise<CleanRun> {
  const workspace = await options.openWorkspace();
  const sources = cells
    .slice(0, count)
    .map(({ source, isSkipped }) => (isSkipped || source.trim() === '' ? null : source));
  const steps = sources.filter((source) => source !== null).length;
  const { onProgress } = options;
  let step = 0;
  return runClean({
    ...options,
    workspace,
    isOfApp: 'actbook' in options.notebook.metadata,
    sources,
    onCell: (index, soFar) => {
      const code = cells[index];
      if (!soFar) step++;
      if (!onProgress || !code || (soFar && run > 1)) return;
      const judged = soFar && { verdict: judge(cells, code, [soFar]).verdict };
      onProgress({ run, step, steps, cell: code.cell, ...judged });
    },
  });
}

/** How many cells the next run has, to the last that needs it; 0 when no other run is needed. */
function findNext(cells: readonly CodeCell[], runs: readonly CleanRun[]): number {
  const first = runs[0];
  const tookMs = first ? Math.max(0, ...first.cells.map(({ to }) => to)) - first.startedAt : 0;
  const isShort = runs.length < MAX_RUNS && tookMs <= MAX_EXTRA_MS;
  const last = cells.findLastIndex((cell) => {
    const { isNeeded, mayBeChance } = needsAnotherRun(toJudged(cells, cell, runs));
    return isNeeded || (mayBeChance && isShort);
  });
  return last + 1;
}

function toJudged(cells: readonly CodeCell[], cell: CodeCell, runs: readonly CleanRun[]): JudgedCell {
  const index = cells.indexOf(cell);
  const error = findError(runs[0]?.cells[index]?.outputs ?? []);
  const source = cells
    .slice(0, index + 1)
    .map((each) => each.source)
    .join('\n');
  const isPython = runs[0]?.info.languageInfo.name === 'python';
  const hidden = error && isPython ? findHiddenName(error, cell.cell, cells) : null;
  const judged = runs.flatMap(({ cells: ran, folder, machine, startedAt }) => {
    const own = ran[index];
    if (!own) return [];
    const context = {
      from: own.from,
      to: own.to,
      elapsedMs: own.to - startedAt,
      readsClock: readsClock(source),
      folder,
      machine: toOwnMachine(machine, source),
    };
    return { ...own, context };
  });
  const { outputs, wasRun, source: ownSource } = cell;
  return { notebook: outputs, wasRun, source, ownSource, runs: judged, hidden };
}

function judge(cells: readonly CodeCell[], code: CodeCell, runs: readonly CleanRun[]): CellVerification {
  const { cell, cellId, isSkipped } = code;
  const judged = toJudged(cells, code, runs);
  const [first, ...others] = judged.runs;
  const runsOf = isSkipped && first ? [{ ...first, notRun: 'skipped' as const }, ...others] : judged.runs;
  const { reason, ...judgment } = judgeCell({ ...judged, runs: runsOf });
  const { hidden } = judgment;
  const why = hidden ? describeHiddenName(hidden) : reason;
  return {
    cell,
    cellId,
    ...judgment,
    ...(why === undefined ? {} : { reason: why }),
    durationMs: first && first.context.from > 0 ? Math.max(0, first.context.to - first.context.from) : null,
  };
}

function countVerdicts(cells: readonly CellVerification[]): Verification['counts'] {
  const counts = { same: 0, differs: 0, varies: 0, failed: 0, 'not-run': 0, 'not-comparable': 0 };
  for (const { verdict } of cells) counts[verdict] += 1;
  return counts;
}

function toOutcome(cells: readonly CellVerification[]): Verification['outcome'] {
  if (cells.length === 0) return 'no-code';
  if (cells.every(({ verdict }) => verdict === 'same')) return 'reproduced';
  const isFine = ({ verdict }: CellVerification) => verdict === 'same' || verdict === 'varies';
  return cells.every(isFine) ? 'varies' : 'not-reproduced';
}
