/**
 * Scores verification on notebooks whose verdicts are known: right verdicts per cell, planted faults found, and cells that
 * are called the same and are not. Usage: `node bench/proof/run.ts [--only WORDS]`. Ends with 1 when a cell is called the
 * same and is not.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../../lib/config/config.ts';
import { createJupyterKernels } from '../../lib/kernel/jupyter-kernels.ts';
import type { KernelProvider } from '../../lib/kernel/kernel.ts';
import { toNotebookFile } from '../../lib/notebook/notebook-file.ts';
import type { Verification } from '../../lib/protocol/verification.ts';
import { executeNotebook } from '../../lib/runtime/notebooks/execute-notebook.ts';
import { verifyNotebook } from '../../lib/runtime/notebooks/verify-notebook.ts';
import type { ProofCase } from './case.ts';
import { AS_MADE } from './cases/as-made.ts';
import { PLANTED } from './cases/planted.ts';
import { VARYING } from './cases/varying.ts';

const { values: flags } = parseArgs({ options: { only: { type: 'string', default: '' } } });
console.debug = () => {};

const { python, rootDir, kernelEnv } = readConfig({ ...process.env });
const root = await mkdtemp(join(tmpdir(), 'actbook-proof-'));
const open = (name: string, sandbox: 'on' | 'off') =>
  createJupyterKernels({
    python,
    rootDir,
    kernelEnv,
    sandbox,
    workspacesDir: join(root, name),
    external: null,
  });
// Outputs are made on another server than the one that verifies.
const maker = open('made', 'off');
const [plain, boxes] = [open('plain', 'off'), open('boxes', 'on')];
let folders = 0;

async function openFolder(where: string, files: ProofCase['files'] = {}): Promise<string> {
  const folder = join(root, where, `w${++folders}`);
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

const toCell = (source: string, tags: readonly string[] = []) => ({
  cell_type: 'code',
  source,
  metadata: { tags },
  outputs: [] as unknown[],
  execution_count: null as unknown,
});
const toNotebook = (cells: unknown[]) =>
  toNotebookFile({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 });

/** Runs what made the outputs, then puts them under the code as it is now. */
async function make({ cells, deleted = [], files }: ProofCase) {
  const ran = cells
    .flatMap(({ made, madeAt, tags }, index) =>
      made === null ? [] : { at: madeAt ?? index, made, index, tags },
    )
    .map((cell) => ({ ...cell, order: cell.at + 0.5 }));
  const gone = deleted.map(({ at, source }) => ({ made: source, index: -1, tags: [], order: at }));
  const inOrder = [...ran, ...gone].toSorted((a, b) => a.order - b.order);
  const { notebook } = await executeNotebook({
    notebook: toNotebook(inOrder.map(({ made, tags }) => toCell(made, tags))),
    kernels: maker,
    kernelName: 'python3',
    cwd: await openFolder('made', files),
    allowErrors: true,
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  const now = cells.map(({ source, tags, forge }, index) => {
    const cell = notebook.cells[inOrder.findIndex((each) => each.index === index)];
    if (!cell) return toCell(source, tags);
    const outputs = forge ? JSON.parse(forge(JSON.stringify(cell.outputs))) : cell.outputs;
    return { ...toCell(source, tags), outputs, execution_count: cell.execution_count ?? 1 };
  });
  return toNotebook(now);
}

async function verify(each: ProofCase): Promise<Verification> {
  const { filesNow = each.files, isBoxed = false, timeoutMs = 60_000 } = each;
  const kernels: KernelProvider = isBoxed ? boxes : plain;
  return verifyNotebook({
    notebook: await make(each),
    kernels,
    kernelName: 'python3',
    openWorkspace: () => openFolder(isBoxed ? 'boxes' : 'plain', filesNow),
    files: [],
    timeoutMs,
    signal: new AbortController().signal,
  });
}

const score = { cells: 0, right: 0, wrongSame: 0, faults: 0, found: 0 };
const cases = [...AS_MADE, ...VARYING, ...PLANTED].filter(({ name }) => name.includes(flags.only));
for (const each of cases) {
  const { cells } = await verify(each);
  const wrong = each.cells.flatMap(({ label, source }, index) => {
    const verdict = cells[index]?.verdict;
    score.cells++;
    if (verdict === label) score.right++;
    if (verdict === 'same' && label !== 'same') score.wrongSame++;
    const [difference] = cells[index]?.differences ?? [];
    const why = [cells[index]?.reason, difference?.text].filter(Boolean).join('; ');
    return verdict === label ? [] : [`  ${label} expected, ${verdict}: ${JSON.stringify(source)} (${why})`];
  });
  if (each.fault !== null) {
    score.faults++;
    const isFound = each.cells.every(
      ({ label }, index) => label === 'same' || cells[index]?.verdict !== 'same',
    );
    if (isFound) score.found++;
  }
  console.log(`${wrong.length === 0 ? 'right' : 'WRONG'}  ${each.name}`);
  for (const line of wrong) console.log(line);
}
await Promise.all([maker, plain, boxes].map((provider) => provider.dispose()));
await rm(root, { recursive: true, force: true });

const percent = (part: number, all: number) => (all === 0 ? '–' : `${((100 * part) / all).toFixed(1)} %`);
console.log(`
${cases.length} notebooks, ${score.cells} cells
right verdicts    ${score.right} (${percent(score.right, score.cells)})
wrong “same”      ${score.wrongSame}
planted faults    ${score.found} of ${score.faults} found (${percent(score.found, score.faults)})`);
process.exitCode = score.wrongSame === 0 ? 0 : 1;
