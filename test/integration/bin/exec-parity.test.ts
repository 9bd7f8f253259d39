/** Notebooks executed by us and by nbclient leave the same outputs, but for the differences the cases name. */
import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import { writeNotebook } from '../../../lib/files/write-notebook.ts';
import type { Kernel, KernelProvider } from '../../../lib/kernel/kernel.ts';
import { toNotebookFile } from '../../../lib/notebook/notebook-file.ts';
import { executeNotebook } from '../../../lib/runtime/notebooks/execute-notebook.ts';
import { parseExactJson } from '../../../lib/util/exact-json.ts';
import { createTestProvider, run, type TestProvider } from '../../helpers/kernel/kernel-provider.ts';
import { type Comparable, toComparable } from '../../helpers/notebook-cases/compare.ts';
import { DISPLAY_CASES } from '../../helpers/notebook-cases/display-cases.ts';
import { FLOW_CASES } from '../../helpers/notebook-cases/flow-cases.ts';
import type { NotebookCase } from '../../helpers/notebook-cases/notebook-case.ts';
import { TEXT_CASES } from '../../helpers/notebook-cases/text-cases.ts';
import { runPython } from '../../helpers/python.ts';

const CASES = [...FLOW_CASES, ...TEXT_CASES, ...DISPLAY_CASES];
const BUDGET_MS = 300_000;

let test: TestProvider;
let dir: string;
const paths: string[] = [];
const ours = new Map<string, Comparable>();
const theirs = new Map<string, Comparable>();

beforeAll(async () => {
  // As the command does: a person's own notebook runs as they are.
  test = await createTestProvider({ sandbox: 'off' });
  dir = await realpath(await mkdtemp(join(tmpdir(), 'actbook-test-')));
  const nbclient = runNbclient();
  const shared = await test.start('shared');
  for (const [index, each] of CASES.entries()) {
    const { notebook } = await executeNotebook({
      notebook: toNotebookFile(toJson(each)),
      kernels: each.ownKernel ? test.provider : reuse(test.provider, shared),
      kernelName: 'python3',
      cwd: await mkdtemp(join(test.workspacesDir, 'own-')),
      allowErrors: each.allowErrors ?? false,
      signal: new AbortController().signal,
      onProgress: () => {},
    });
    const path = join(dir, `${index}.ipynb`);
    paths.push(path);
    await writeNotebook(path, notebook, { indent: ' ', finalNewline: true, seen: null });
    ours.set(each.name, toComparable(toExact(JSON.stringify(notebook))));
  }
  for (const [index, notebook] of (await nbclient).entries()) {
    theirs.set(CASES[index]?.name ?? '', toComparable(notebook));
  }
}, BUDGET_MS);

afterAll(async () => {
  await test.dispose();
  await rm(dir, { recursive: true });
});

it('every notebook is valid by the rules of Jupyter', async () => {
  const program =
    'import sys, nbformat\nfor path in sys.argv[1:]: nbformat.validate(nbformat.read(path, as_version=4))';
  await runPython(['-c', program, ...paths], dir);
});

describe('outputs equal to those of nbclient', () => {
  it.each(CASES)('$name', ({ name, difference }) => {
    const left = ours.get(name);
    const right = theirs.get(name);
    if (!difference) return expect(left).toEqual(right);
    expect(left, 'the named difference is none any more').not.toEqual(right);
    const cells = right?.cells.map((cell, index) => ({
      ...cell,
      outputs: difference.outputs[index] ?? cell.outputs,
    }));
    expect(left).toEqual({ ...right, cells });
  });
});

function toJson({ cells }: NotebookCase): unknown {
  return {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {},
    cells: cells.map((cell, index) => {
      const each = typeof cell === 'string' ? { cell_type: 'code', source: cell } : cell;
      const rest = each.cell_type === 'code' ? { outputs: [], execution_count: null } : {};
      return { id: `c${index}`, metadata: {}, ...rest, ...each };
    }),
  };
}

/** One kernel for many notebooks: emptied and counted again before each, and left alive after. */
function reuse(provider: KernelProvider, kernel: Kernel): KernelProvider {
  return {
    ...provider,
    start: async () => {
      await run(kernel, 'get_ipython().reset()', { silent: true });
      return {
        id: kernel.id,
        status: kernel.status,
        info: kernel.info,
        folder: kernel.folder,
        execute: (code, options) => kernel.execute(code, options),
        evaluate: (expression) => kernel.evaluate(expression),
        interrupt: () => kernel.interrupt(),
        insist: () => kernel.insist(),
        extend: (byMs) => kernel.extend(byMs),
        restart: (reason) => kernel.restart(reason),
        dispose: async () => {},
        ask: (question) => kernel.ask(question),
        onStatus: (listener) => kernel.onStatus(listener),
      };
    },
  };
}

async function runNbclient(): Promise<unknown[]> {
  const notebooks = CASES.map((each) => ({
    notebook: toJson(each),
    allowErrors: each.allowErrors ?? false,
    ownKernel: each.ownKernel ?? false,
  }));
  const script = join(import.meta.dirname, '../../helpers/notebook-cases/run_nbclient.py');
  const stdout = await new Promise<string>((resolve, reject) => {
    const child = execFile(
      readConfig().python,
      [script],
      { maxBuffer: Number.POSITIVE_INFINITY },
      (error, out, stderr) => (error ? reject(new Error(stderr || error.message)) : resolve(out)),
    );
    child.stdin?.end(JSON.stringify({ cwd: dir, notebooks }));
  });
  const results = toExact(stdout);
  if (!Array.isArray(results)) throw new Error('nbclient gave no list.');
  return results;
}

/** Big integers as their digits, so that they are compared exactly; other numbers by value. */
function toExact(json: string): unknown {
  return JSON.parse(JSON.stringify(parseExactJson(json), (_key, value) => toDigits(value)));
}

function toDigits(value: unknown): unknown {
  if (!(value instanceof Object) && typeof value === 'object' && value !== null && 'rawJSON' in value) {
    const digits = String(value.rawJSON);
    return Number.isInteger(Number(digits)) && !Number.isSafeInteger(Number(digits))
      ? `digits ${digits}`
      : value;
  }
  return value;
}
