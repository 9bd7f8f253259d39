/** A kernel provider over the project's own Python, with its workspaces in a temporary folder. */
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../lib/config/config.ts';
import { createJupyterKernels, type JupyterKernelsOptions } from '../../../lib/kernel/jupyter-kernels.ts';
import type {
  ExecuteOptions,
  ExecutionEvent,
  Kernel,
  KernelProvider,
  StartKernelOptions,
} from '../../../lib/kernel/kernel.ts';
import { appendOutput, clearOutput, EMPTY_OUTPUT_AREA } from '../../../lib/notebook/apply-output.ts';
import type { Output } from '../../../lib/notebook/output.ts';
import { keepForWorker, listChildren } from '../worker-processes.ts';

export interface TestProvider {
  provider: KernelProvider;
  workspacesDir: string;
  /** Starts a kernel in a new workspace of this name. */
  start(name?: string, options?: Partial<StartKernelOptions>): Promise<Kernel>;
  dispose(): Promise<void>;
}

/** Where boxes are to be forked, none is made by bubblewrap because the machine is busy. */
export const FORK_PATIENCE_MS = 60_000;

/** Boxed unless the options or ACTBOOK_SANDBOX say otherwise, and each kind of box as they or ACTBOOK_SANDBOX_START say. */
export async function createTestProvider(options: Partial<JupyterKernelsOptions> = {}) {
  const { python, rootDir, kernelEnv, sandbox, box } = readConfig({ ...process.env });
  const workspacesDir = await mkdtemp(join(tmpdir(), 'actbook test '));
  const provider = createJupyterKernels({
    python,
    rootDir,
    workspacesDir,
    kernelEnv,
    sandbox,
    box,
    forkPatienceMs: FORK_PATIENCE_MS,
    external: null,
    ...options,
  });
  const testProvider: TestProvider = {
    provider,
    workspacesDir,
    start: (name, start) => startIn(workspacesDir, provider, name, start),
    dispose: async () => {
      await provider.dispose();
      await rm(workspacesDir, { recursive: true });
    },
  };
  return testProvider;
}

async function startIn(
  workspacesDir: string,
  provider: KernelProvider,
  name: string = crypto.randomUUID(),
  options: Partial<StartKernelOptions> = {},
): Promise<Kernel> {
  const workspace = join(workspacesDir, name);
  await mkdir(workspace, { recursive: true });
  return provider.start({ kernelName: 'python3', workspace, ...options });
}

let shared: Promise<TestProvider> | null = null;

/**
 * Kernels without a box, for tests about something else: they start in a tenth of the time. All files of a worker share
 * their server; `dispose` ends the kernels that were started since.
 */
export async function openSharedProvider(): Promise<TestProvider> {
  shared ??= createSharedProvider();
  const { provider, ...test } = await shared;
  const kernels: Kernel[] = [];
  const start: KernelProvider['start'] = async (options) => {
    const kernel = await provider.start(options);
    kernels.push(kernel);
    return kernel;
  };
  const dispose = async () => {
    await Promise.all(kernels.splice(0).map((kernel) => kernel.dispose()));
  };
  const own = { ...provider, start, dispose };
  return {
    ...test,
    provider: own,
    start: (name, options) => startIn(test.workspacesDir, own, name, options),
    dispose,
  };
}

/** Its server is started here, so that no test takes it for its own. */
async function createSharedProvider(): Promise<TestProvider> {
  const test = await createTestProvider({ sandbox: 'off' });
  const before = new Set(listChildren());
  await (await test.start()).dispose();
  const remove = () => rmSync(test.workspacesDir, { recursive: true, force: true, maxRetries: 9 });
  for (const pid of listChildren()) if (!before.has(pid)) keepForWorker({ pid }, remove);
  return test;
}

export interface Executed {
  events: ExecutionEvent[];
  end: Extract<ExecutionEvent, { type: 'end' }>;
  /** The output area the events leave. */
  outputs: readonly Output[];
  /** Standard output. */
  stdout: string;
}

export async function run(kernel: Kernel, code: string, options?: ExecuteOptions): Promise<Executed> {
  const events: ExecutionEvent[] = [];
  for await (const event of kernel.execute(code, options)) events.push(event);
  const end = events.at(-1);
  if (end?.type !== 'end') throw new Error('The execution did not end with `end`.');
  const outputs = toOutputs(events);
  return { events, end, outputs, stdout: toStdout(outputs) };
}

/** What these events show on standard output. */
export const readStdout = (events: ExecutionEvent[]): string => toStdout(toOutputs(events));

function toOutputs(events: ExecutionEvent[]): readonly Output[] {
  let area = EMPTY_OUTPUT_AREA;
  for (const event of events) {
    if (event.type === 'output') area = appendOutput(area, event.output);
    if (event.type === 'clear') area = clearOutput(area, event.wait);
  }
  return area.outputs;
}

function toStdout(outputs: readonly Output[]): string {
  return outputs
    .map((output) => (output.output_type === 'stream' && output.name === 'stdout' ? output.text : ''))
    .join('');
}
