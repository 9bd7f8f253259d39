/** One clean run of a notebook: its code cells in order, in a kernel of its own that nobody answers. */
import { findNetworkFailure } from '../../execution/find-network-failure.ts';
import { prepareKernel } from '../../execution/prepare-kernel.ts';
import { readUsedPackages } from '../../execution/read-installed-packages.ts';
import { type Machine, readMachine } from '../../execution/read-machine.ts';
import { readPackageVersions } from '../../execution/read-package-versions.ts';
import {
  type ExecutionEnd,
  IMPORTS_OF_FORKS,
  type KernelProvider,
  type OutputEvent,
  WORKSPACE_IN_BOX,
} from '../../kernel/kernel.ts';
import type { Output } from '../../notebook/output.ts';
import type { KernelInfo } from '../../protocol/kernel/kernel-info.ts';
import type { NotRunCause, PackageVersion } from '../../protocol/verification/verification.ts';
import { measureJson } from '../../util/is-modest-json.ts';
import { listImportedModules } from '../../verify/list-imported-modules.ts';
import { createOutputAreas } from './create-output-areas.ts';
import { runSource } from './run-source.ts';

export interface CleanRunOptions {
  kernels: Pick<KernelProvider, 'start'>;
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
  /** Called when a cell starts, by its index in `sources`. */
  onCell: (index: number) => void;
  /** Called when it has ended, with the run as it is then. */
  onCellEnd?: ((index: number, soFar: CleanRun) => void) | undefined;
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

/** Continues after a cell that failed. Throws AppError `kernel-unavailable` when there is no kernel. */
export async function runClean(options: CleanRunOptions): Promise<CleanRun> {
  const {
    kernels,
    kernelName,
    workspace,
    isOfApp,
    isBackground,
    sources,
    timeoutMs,
    signal,
    onCell,
    onCellEnd,
  } = options;
  // Sets have another order in each run only if each has a seed of its own.
  const kernel = await kernels.start({ kernelName, workspace, isApart: true });
  const { info } = kernel;
  let isLost = false;
  kernel.onStatus(({ status, stateLost }) => {
    isLost ||= stateLost === true || status === 'dead';
  });
  const recorder = createRecorder();
  const startedAt = Date.now();
  const ends: Pick<CleanOutputs, 'notRun' | 'from' | 'to'>[] = [];
  let packages: PackageVersion[] = [];
  let installed: PackageVersion[] | null = null;
  let machine: Machine | null = null;
  const folder = info.isolation?.startsWith('box') ? WORKSPACE_IN_BOX : workspace;
  const read = (): CleanRun => {
    const cells = ends.map((end, index) => ({ ...end, ...recorder.read(index) }));
    return { cells, info, packages, installed, folder, machine, startedAt };
  };
  try {
    // This kernel imports what that of the notebook did, and what each clean run does, whether its sandbox was kept ready or not.
    if (info.sandboxStart === 'fork') await kernel.evaluate(IMPORTS_OF_FORKS);
    if (isBackground && info.languageInfo.name === 'python') await kernel.evaluate(YIELDS);
    machine = await readMachine(kernel);
    if (isOfApp) await prepareKernel(kernel, []);
    for (const [index, source] of sources.entries()) {
      const skipped = signal.aborted ? 'interrupted' : isLost ? 'lost' : null;
      if (source === null || skipped) {
        ends.push({ notRun: skipped, from: 0, to: 0 });
        continue;
      }
      onCell(index);
      const from = Date.now();
      const end = await runSource(kernel, source, { signal, timeoutMs, stopOnError: false }, (event) =>
        recorder.apply(index, event),
      );
      isLost ||= end.status === 'kernel-died';
      const notRun = readCause(end, recorder.read(index).outputs, info);
      ends.push({ notRun: signal.aborted ? 'interrupted' : notRun, from, to: Date.now() });
      onCellEnd?.(index, read());
    }
    const modules = listImportedModules(sources.filter((source) => source !== null));
    if (!isLost && !signal.aborted) {
      packages = await readPackageVersions(kernel, modules);
      installed = await readUsedPackages(kernel, modules);
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

/** What the cells show, each up to a limit. */
function createRecorder() {
  const areas = createOutputAreas();
  const lengths = new Map<number, number>();
  const readLength = (index: number) => lengths.get(index) ?? 0;
  return {
    apply: (index: number, event: OutputEvent): void => {
      if (event.type === 'widget') return;
      lengths.set(index, readLength(index) + measureJson(event, MAX_LENGTH));
      if (readLength(index) <= MAX_LENGTH) areas.apply(index, event);
    },
    read: (index: number): Pick<CleanOutputs, 'outputs' | 'isCut'> => ({
      outputs: areas.read(index).outputs,
      isCut: readLength(index) > MAX_LENGTH,
    }),
  };
}
