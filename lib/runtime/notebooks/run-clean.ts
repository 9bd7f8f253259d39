/** One clean run of a notebook: its code cells in order, in a kernel of its own that nobody answers. */

import { applyLayer } from '../../execution/apply-layer.ts';
import { findNetworkFailure } from '../../execution/find-network-failure.ts';
import { prepareKernel } from '../../execution/prepare-kernel.ts';
import { readUsedPackages } from '../../execution/read-installed-packages.ts';
import { type Machine, readMachine } from '../../execution/read-machine.ts';
import { readPackageVersions } from '../../execution/read-package-versions.ts';
import {
  type ExecutionEnd,
  IMPORTS_OF_FORKS,
  type KernelProvider,
  WORKSPACE_IN_BOX,
} from '../../kernel/kernel.ts';
import type { Output } from '../../notebook/output.ts';
import type { KernelInfo } from '../../protocol/kernel/kernel-info.ts';
import type { NotRunCause, PackageVersion } from '../../protocol/verification/verification.ts';
import { measureJson } from '../../util/is-modest-json.ts';
import { listImportedModules } from '../../verify/list-imported-modules.ts';
import { createFileRun } from './file-run.ts';

export interface CleanRunOptions {
  kernels: Pick<KernelProvider, 'start' | 'packages'>;
  /** Those that were added to the notebook: its kernel has them, too. */
  packages?: readonly PackageVersion[] | undefined;
  kernelName: string;
  /** Absolute path of a folder with the data and nothing else. */
  workspace: string;
  /** Whether the app made the notebook: its kernel then has the app's defaults for charts. */
  isOfApp: boolean;
  /** The code of each code cell, in order; null for those that are not to run. */
  sources: readonly (string | null)[];
  /** Wall time of each cell, milliseconds. */
  timeoutMs: number;
  /** Other work of the machine goes before it. */
  isBackground?: boolean | undefined;
  signal: AbortSignal;
  /** Called when a cell starts, by its index in `sources`, and when it has ended, with the run as it is then. */
  onCell: (index: number, soFar?: CleanRun) => void;
}

export interface CleanOutputs {
  outputs: readonly Output[];
  notRun: NotRunCause | null;
  isCut: boolean;
  /** Milliseconds since 1970; both 0 for a cell that was not started. */
  from: number;
  to: number;
}

export interface CleanRun {
  cells: CleanOutputs[];
  info: KernelInfo;
  packages: PackageVersion[];
  /** As installed, with what they require; null where it is not known. */
  installed: PackageVersion[] | null;
  /** Working directory as its code sees it. */
  folder: string;
  /** Its process and machine, as its code sees them; null where they are not known. */
  machine: Machine | null;
  /** Milliseconds since 1970. */
  startedAt: number;
}

/** What a cell shows is kept up to about this many characters. */
const MAX_LENGTH = 32 * 1024 ** 2;
/** What the kernel starts later yields, too. */
const YIELDS = '__import__("os").nice(10)';
const STDIN_ERROR = 'StdinNotImplementedError';

/**
 * Continues after a cell that failed. Throws AppError `kernel-unavailable` when there is no kernel, and `bad-request` when packages
 * that were added to the notebook cannot be had again.
 */
export async function runClean(options: CleanRunOptions): Promise<CleanRun> {
  const { kernelName, workspace, sources, timeoutMs, signal, packages = [] } = options;
  const layers = options.kernels.packages;
  const layer = packages.length > 0 ? await layers?.open(packages, { signal }) : undefined;
  // Sets have another order in each run only if each has a seed of its own.
  const kernel = await options.kernels.start({ kernelName, workspace, isApart: true });
  const { info } = kernel;
  let isLost = false;
  kernel.onStatus(({ status, stateLost }) => {
    isLost ||= stateLost === true || status === 'dead';
  });
  const lengths = new Map<number, number>();
  const isCut = (index: number) => (lengths.get(index) ?? 0) > MAX_LENGTH;
  const { run, readOutputs } = createFileRun(kernel, (event, index) => {
    if (event.type === 'widget') return false;
    lengths.set(index, (lengths.get(index) ?? 0) + measureJson(event, MAX_LENGTH));
    return !isCut(index);
  });
  const ends: Pick<CleanOutputs, 'notRun' | 'from' | 'to'>[] = [];
  const known: Omit<CleanRun, 'cells'> = {
    info,
    packages: [],
    installed: null,
    folder: info.isolation?.startsWith('box') ? WORKSPACE_IN_BOX : workspace,
    machine: null,
    startedAt: Date.now(),
  };
  const read = (): CleanRun => {
    const cells = ends.map((end, index) => ({
      ...end,
      outputs: readOutputs(index),
      isCut: isCut(index),
    }));
    return { ...known, cells };
  };
  try {
    // This kernel imports what that of the notebook did, and what each clean run does, whether its sandbox was kept ready or not.
    if (info.sandboxStart === 'fork') await kernel.evaluate(IMPORTS_OF_FORKS);
    if (options.isBackground && info.languageInfo.name === 'python') await kernel.evaluate(YIELDS);
    known.machine = await readMachine(kernel);
    if (options.isOfApp) await prepareKernel(kernel, []);
    if (layer) await applyLayer(kernel, layers, layer);
    for (const [index, source] of sources.entries()) {
      const skipped = signal.aborted ? 'interrupted' : isLost ? 'lost' : null;
      if (source === null || skipped) {
        ends.push({ notRun: skipped, from: 0, to: 0 });
        continue;
      }
      options.onCell(index);
      const from = Date.now();
      const end = await run(index, source, { signal, timeoutMs, stopOnError: false });
      isLost ||= end.status === 'kernel-died';
      const notRun = readCause(end, readOutputs(index), info);
      ends.push({ notRun: signal.aborted ? 'interrupted' : notRun, from, to: Date.now() });
      options.onCell(index, read());
    }
    const modules = listImportedModules(sources.filter((source) => source !== null));
    if (!isLost && !signal.aborted) {
      known.packages = await readPackageVersions(kernel, modules);
      known.installed = await readUsedPackages(kernel, modules);
    }
  } finally {
    await kernel.dispose();
  }
  // Only now, as threads of the notebook may have kept writing.
  return read();
}

function readCause(
  { status }: ExecutionEnd,
  outputs: readonly Output[],
  info: KernelInfo,
): NotRunCause | null {
  if (status === 'timed-out') return 'limit';
  if (status === 'kernel-died' || status === 'aborted') return 'lost';
  if (status === 'interrupted') return 'interrupted';
  const asked = outputs.some((output) => output.output_type === 'error' && output.ename === STDIN_ERROR);
  if (asked) return 'input';
  const isOffline = outputs.some((output) => findNetworkFailure({ type: 'output', output }, info) !== null);
  return isOffline ? 'network' : null;
}
