/** A notebook that could not be made whole leaves nothing behind. */
import { readdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importNotebookFile } from '../../../lib/app/import-notebook-file.ts';
import { createTurns } from '../../../lib/util/turns.ts';
import { NO_KERNELS } from '../../helpers/kernel/no-kernels.ts';
import { openRuntime } from '../../helpers/runtime/test-runtime.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

async function setUp() {
  const workspacesDir = await createTempDir();
  const { runtime, store } = await openRuntime(NO_KERNELS, workspacesDir, []);
  const openCells = (cells: object[]) => {
    const bytes = Buffer.from(JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells }));
    async function* read() {
      yield bytes;
    }
    const upload = { name: 'notes.ipynb', source: read() };
    const options = { runtime, turns: createTurns(), python: 'none', rootDir: '.' };
    return importNotebookFile(upload, options);
  };
  const open = (...sources: string[]) =>
    openCells(
      sources.map((source, index) => ({ id: `c${index}`, cell_type: 'markdown', metadata: {}, source })),
    );
  const list = async () => (await store.listSessions()).map(({ id }) => id);
  return { runtime, store, workspacesDir, open, openCells, list };
}

test('an import whose file cannot be kept leaves no session', async () => {
  const { workspacesDir, open, list } = await setUp();
  const before = await list();
  // Larger than a file may be here, smaller than a notebook may be.
  const long = 'x'.repeat(400_000);
  await expect(open(long, long, long)).rejects.toMatchObject({ code: 'too-large' });
  expect(await list()).toEqual(before);
  expect(await readdir(workspacesDir)).toEqual([]);
});

test('a branch whose files are too many bytes leaves no session and no folder', async () => {
  const { runtime, workspacesDir, open, list } = await setUp();
  const { id } = await open('words');
  const before = await list();
  const file = join(workspacesDir, id, 'large.bin');
  await writeFile(file, '');
  await truncate(file, 2_000_000_001);
  await expect(runtime.sessions.branch(id, { cellId: 'c0' })).rejects.toMatchObject({
    code: 'too-large',
    message: expect.stringContaining('at most 2.0 GB can be copied'),
  });
  expect([await list(), await readdir(workspacesDir)]).toEqual([before, [id]]);
  await truncate(file, 0);
  const branch = await runtime.sessions.branch(id, { cellId: 'c0' });
  expect(await list()).toEqual([branch.id, ...before]);
  expect((await runtime.sessions.read(branch.id)).title).toBe('notes (2)');
});

test('an import of very many outputs is refused in a sentence, text in small pieces is not', async () => {
  const { runtime, openCells, list } = await setUp();
  const before = await list();
  const print = (name: string) => ({ output_type: 'stream', name, text: 'x\n' });
  const code = (index: number, outputs: object[]) => ({
    id: `c${index}`,
    cell_type: 'code',
    metadata: {},
    source: '',
    execution_count: 1,
    outputs,
  });
  const turns = Array.from({ length: 200 }, (_, index) => print(index % 2 ? 'stdout' : 'stderr'));
  await expect(
    openCells(Array.from({ length: 251 }, (_, index) => code(index, turns))),
  ).rejects.toMatchObject({
    code: 'bad-request',
    message: 'notes.ipynb cannot be read: it has more than 50,000 outputs: clear some of them first.',
  });
  expect(await list()).toEqual(before);
  const pieces = Array.from({ length: 2_000 }, () => print('stdout'));
  const { id } = await openCells([code(0, pieces)]);
  const { cells } = await runtime.sessions.read(id);
  expect(cells[0]?.outputs).toEqual([{ ...print('stdout'), text: 'x\n'.repeat(2_000) }]);
});
