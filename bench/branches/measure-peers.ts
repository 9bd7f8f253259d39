/** Other tools that keep variables: what they take for the same notebook, without a box, in an environment of their own. */
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kernel } from '../../lib/kernel/kernel.ts';
import { createTestProvider, run, type TestProvider } from '../../test/helpers/kernel/kernel-provider.ts';
import { toNumber } from '../figures.ts';
import { openPeerPython } from '../peer-python.ts';
import { CELLS, measureWay, type Way } from './measure-forks.ts';
import { runWell } from './run-well.ts';

/** Installs them on first use. */
export async function measurePeers(): Promise<Way[]> {
  const requirements = join(import.meta.dirname, 'requirements-peers.txt');
  const { interpreter } = openPeerPython('bench-branches-peers', requirements);
  // A dump of 1 GB failed in a box when this was written; why was not found.
  const test = await createTestProvider({ sandbox: 'off', python: interpreter });
  try {
    return [await measureDill(test), await measureKishu(test)];
  } finally {
    await test.dispose();
  }
}

/** Without the generator, which dill refuses with all the rest. */
async function measureDill(test: TestProvider): Promise<Way> {
  const parent = await test.start('dill');
  await runCells(parent);
  const dump = 'import dill; dill.dump_session("session.dill")';
  const isRefused = (await run(parent, dump)).end.status !== 'ok';
  if (isRefused) await runWell(parent, 'del draws');
  const way = await measureWay('dill', async () => {
    await runWell(parent, dump);
    const kernel = await test.start('dill');
    await runWell(kernel, 'import dill; dill.load_session("session.dill")');
    return kernel;
  });
  await parent.dispose();
  return {
    ...way,
    diskBytes: await measureFile(test, 'dill/session.dill'),
    lost: isRefused ? 'all, until the generator was deleted' : way.lost,
  };
}

/** What `kishu init` runs in a kernel. No page is there to save the notebook, which it would wait five seconds for. */
const INIT = [
  'import os; os.environ["KISHU_PATH_ROOT"] = os.getcwd()',
  'from kishu import init_kishu; from kishu.storage.config import Config',
  'Config.set("JUPYTERINT", "test_mode", True); init_kishu("notebook.ipynb")',
].join('\n');
const HEAD =
  '__import__("kishu.commands").commands.KishuCommand.log(__import__("pathlib").Path("notebook.ipynb")).head.commit_id';

/** It commits after each cell, within it: its commits take what the cells take more than in a kernel without it. */
async function measureKishu(test: TestProvider): Promise<Way> {
  const plain = await test.start();
  const plainMs = await runCells(plain);
  await plain.dispose();
  const parent = await test.start('kishu');
  const notebook = { cells: [], metadata: {}, nbformat: 4, nbformat_minor: 5 };
  await writeFile(join(test.workspacesDir, 'kishu/notebook.ipynb'), JSON.stringify(notebook));
  await runWell(parent, INIT, { silent: true });
  const commitMs = (await runCells(parent)) - plainMs;
  const head = await parent.evaluate(HEAD);
  const way = await measureWay('kishu', async () => {
    const kernel = await test.start('kishu');
    await runWell(kernel, INIT, { silent: true });
    await runWell(kernel, `_kishu.checkout(${head})`, { silent: true });
    return kernel;
  });
  await parent.dispose();
  return {
    ...way,
    way: `kishu: commits of ${toNumber(commitMs)} ms, checkout of ${toNumber(way.ms)}`,
    ms: commitMs + way.ms,
    diskBytes: await measureFile(test, 'kishu/notebook.kishudb'),
  };
}

/** Returns milliseconds. */
async function runCells(kernel: Kernel): Promise<number> {
  const startedAt = performance.now();
  for (const cell of CELLS) await runWell(kernel, cell);
  return performance.now() - startedAt;
}

const measureFile = async (test: TestProvider, path: string) =>
  (await stat(join(test.workspacesDir, path))).size;
