/** Branches a kernel after one case, and looks at both afterwards. */
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareKernel } from '../../lib/execution/prepare-kernel.ts';
import type { Kernel } from '../../lib/kernel/kernel.ts';
import { run, type TestProvider } from '../../test/helpers/kernel/kernel-provider.ts';
import type { BranchCase } from './read-cases.ts';

export interface Outcome {
  name: string;
  result: 'works' | 'refused' | 'not installed' | 'not tried' | 'wrong';
  /** Why it was refused, or what was wrong. */
  detail: string;
}

const SETUP_LIMIT_MS = 90_000;
const CHECK_LIMIT_MS = 15_000;

export async function tryCase(test: TestProvider, each: BranchCase): Promise<Outcome> {
  const name = crypto.randomUUID();
  const parent = await test.start(name);
  try {
    await prepareKernel(parent, []);
    const missing = await findMissing(parent, each.needs);
    if (missing) return { name: each.name, result: 'not installed', detail: missing };
    const { end } = await run(parent, each.setup, { timeoutMs: SETUP_LIMIT_MS });
    if (end.status !== 'ok')
      return { name: each.name, result: 'not tried', detail: `its first cell ended ${end.status}` };
    const outcome = await branchAndCheck(test, parent, name, each);
    const after = await check(parent, each);
    return after === null
      ? outcome
      : { name: each.name, result: 'wrong', detail: `${outcome.result}; its parent: ${after}` };
  } finally {
    await parent.dispose();
  }
}

/** What every refusal begins with. */
const REFUSAL = /^This kernel cannot be branched with its variables because of /;

async function branchAndCheck(
  test: TestProvider,
  parent: Kernel,
  folder: string,
  each: BranchCase,
): Promise<Outcome> {
  const refusal = await test.provider.forks.explainRefusal(parent);
  const branch = await forkInto(test, parent, folder).catch((error: unknown) => error);
  if (branch instanceof Error) {
    const isNamed = branch.message === refusal;
    return {
      name: each.name,
      result: isNamed ? 'refused' : 'wrong',
      detail: branch.message.replace(REFUSAL, ''),
    };
  }
  const kernel = branch as Kernel;
  try {
    const wrong = await check(kernel, each);
    return {
      name: each.name,
      result: wrong === null ? 'works' : 'wrong',
      detail: wrong ? `its branch: ${wrong}` : '',
    };
  } finally {
    await kernel.dispose();
  }
}

/** The branch works in a new workspace, with the files of a folder if there is one, as sessions have it. */
export async function forkInto(test: TestProvider, parent: Kernel, folder?: string): Promise<Kernel> {
  const workspace = join(test.workspacesDir, crypto.randomUUID());
  await mkdir(workspace);
  if (folder) await cp(join(test.workspacesDir, folder), workspace, { recursive: true });
  return test.provider.forks.fork(parent, { kernelName: 'python3', workspace });
}

/** Null when the next cell prints what it has to. */
async function check(kernel: Kernel, each: BranchCase): Promise<string | null> {
  const { end, stdout } = await run(kernel, each.check, { timeoutMs: CHECK_LIMIT_MS });
  if (end.status === 'ok' && stdout.trim() === each.prints) return null;
  return `${end.status}, ${JSON.stringify(stdout.trim().slice(0, 80))}`;
}

async function findMissing(kernel: Kernel, modules: readonly string[]): Promise<string | null> {
  for (const module of modules) {
    const found = await kernel.evaluate(
      `__import__("importlib.util").util.find_spec("${module}") is not None`,
    );
    if (found !== 'True') return module;
  }
  return null;
}
