/** The command `actbook exec`: files, exit codes and what is kept when something stops it. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { toNotebookFile } from '../../../lib/notebook/notebook-file.ts';
import { executeNotebook } from '../../../lib/runtime/notebooks/execute-notebook.ts';
import { runCli } from '../../helpers/bin/cli.ts';
import { runHere } from '../../helpers/bin/command-line.ts';
import { createTestProvider } from '../../helpers/kernel/kernel-provider.ts';
import { validateNotebook } from '../../helpers/python.ts';
import { mountSmallDisk } from '../../helpers/store/small-disk.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const Notebook = z.looseObject({
  metadata: z.record(z.string(), z.unknown()),
  cells: z.array(
    z.looseObject({
      id: z.string(),
      execution_count: z.number().nullable().optional(),
      outputs: z.array(z.looseObject({ text: z.array(z.string()).optional() })).optional(),
    }),
  ),
});

async function readNotebook(path: string) {
  const { cells, ...rest } = Notebook.parse(JSON.parse(await readFile(path, 'utf8')));
  const texts = cells.map(({ outputs }) => (outputs ?? []).flatMap(({ text }) => text ?? []).join(''));
  return { ...rest, cells, texts };
}

function code(source: string, more: Record<string, unknown> = {}) {
  return { cell_type: 'code', execution_count: null, metadata: {}, outputs: [], source, ...more };
}

async function createNotebook(cells: unknown[], metadata: Record<string, unknown> = {}) {
  const home = await createTempDir();
  const dir = join(home, 'notebooks');
  await mkdir(dir);
  const path = join(dir, 'in.ipynb');
  await writeFile(path, JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 4 }, null, 1));
  return { home, dir, path };
}

const OLD = { outputs: [{ output_type: 'stream', name: 'stdout', text: ['old\n'] }], execution_count: 9 };

test('a stop before a cell begins leaves its outputs', async () => {
  const { provider, dispose } = await createTestProvider({ sandbox: 'off' });
  const cells = [code('print("new")', { ...OLD, id: 'a' })];
  const { outcome, notebook } = await executeNotebook({
    notebook: toNotebookFile({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }),
    kernels: provider,
    kernelName: 'python3',
    cwd: await createTempDir(),
    allowErrors: false,
    signal: AbortSignal.abort(),
    onProgress: () => {},
  });
  await dispose();
  expect(outcome).toMatchObject({ status: 'interrupted', cell: 1 });
  expect(notebook.cells).toEqual(cells);
});

test('a file that changed while its code ran stays as it is, and the results are beside it', async () => {
  const { home, dir, path } = await createNotebook([
    code('open("in.ipynb", "a").write("\\n\\n"); print("ran")'),
    code('1 / 0', { id: 'b' }),
  ]);
  const before = await readFile(path, 'utf8');
  const failed = await runCli(['exec', path], { home });
  expect(failed.code).toBe(1);
  expect(failed.stderr).toMatch(/Cell 2 failed\.[\s\S]*Another program changed .*in \(2\)\.ipynb\n$/);
  expect(await readFile(path, 'utf8')).toBe(`${before}\n\n`);
  expect((await readNotebook(join(dir, 'in (2).ipynb'))).texts[0]).toBe('ran\n');
});

test('in place, in its own folder, with what it does not touch as it was', async () => {
  const { home, dir, path } = await createNotebook([]);
  const untouched = `   "metadata": {
    "exact": 12345678901234567890,
    "float": 1.0,
    "small": 1e-07,
    "text": "né \u{1F389}",
    "tags": [
     "kept"
    ]
   }`;
  await writeFile(
    path,
    `{
 "cells": [
  {
   "attachments": {
    "a.png": {
     "image/png": "iVBORw0KGgo="
    }
   },
   "cell_type": "markdown",
   "id": "first",
${untouched},
   "source": [
    "![a](attachment:a.png)"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 3,
   "id": "second",
${untouched},
   "outputs": [],
   "source": [
    "import os\\n",
    "print(os.path.basename(os.getcwd()))"
   ]
  }
 ],
 "metadata": {
  "kernelspec": {
   "display_name": "My Python",
   "language": "python",
   "name": "python3"
  },
  "other": [1.50, -0, 2E5]
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
`,
  );
  const before = await readFile(path, 'utf8');
  const { code: exitCode, stdout, stderr } = await runCli(['exec', 'notebooks/in.ipynb'], { home });
  expect(exitCode, stderr).toBe(0);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^1\/1 {2}cell 2 {2}ok {2}[\d.]+ s\nNotebook: notebooks\/in\.ipynb\n$/);
  const after = await readFile(path, 'utf8');
  const head = before.slice(0, before.indexOf('"execution_count"'));
  expect(after.slice(0, head.length)).toBe(head);
  expect(after.split(untouched)).toHaveLength(3);
  expect(after).toContain('"display_name": "My Python"');
  expect(after).toMatch(/"other": \[\s*1\.50,\s*-0,\s*2E5\s*\]/);
  expect(after.endsWith('}\n')).toBe(true);
  expect((await readNotebook(path)).texts).toEqual(['', 'notebooks\n']);
  expect(await readdir(dir)).toEqual(['in.ipynb']);
});

test('a failure keeps what ran: exit code 1 and the traceback on stderr', async () => {
  const { home, path } = await createNotebook([code('print("ran")'), code('1/0'), code('2', OLD)]);
  const { code: exitCode, stderr } = await runCli(['exec', path, '--out', 'out.ipynb'], { home });
  expect(exitCode).toBe(1);
  expect(stderr).toContain('Cell 2 failed.');
  expect(stderr).toContain('ZeroDivisionError: division by zero');
  const out = await readNotebook(join(home, 'out.ipynb'));
  expect(out.texts).toEqual(['ran\n', '', 'old\n']);
  expect(out.cells.map((cell) => cell.execution_count)).toEqual([1, 2, 9]);
  expect(out.cells.map((cell) => cell.id)).toEqual(['cell-1', 'cell-2', 'cell-3']);
  // In the order in which nbformat writes them, so that a repository shows no difference.
  const [ran] = JSON.parse(await readFile(join(home, 'out.ipynb'), 'utf8')).cells;
  expect(Object.keys(ran.outputs[0])).toEqual(['name', 'output_type', 'text']);
  await validateNotebook('out.ipynb', home);
  expect((await readFile(path, 'utf8')).includes('ran\\n')).toBe(false);
});

test('--allow-errors continues; --cwd is where the code runs', async () => {
  const { home, path } = await createNotebook([code('1/0'), code('import os\nprint(os.getcwd())')]);
  const { code: exitCode } = await runCli(['exec', path, '--allow-errors', '--cwd', '.'], { home });
  expect(exitCode).toBe(0);
  expect((await readNotebook(path)).texts).toEqual(['', `${home}\n`]);
});

test('--timeout stops the cell: exit code 3, and what it printed is kept', async () => {
  const { home, path } = await createNotebook([
    code('import time\nprint("begun", flush=True)\ntime.sleep(600)'),
    code('print("not reached")'),
  ]);
  const { code: exitCode, stderr } = await runCli(['exec', path, '--timeout', '4'], { home });
  expect(exitCode).toBe(3);
  expect(stderr).toContain('longer than its limit of 4 s');
  expect((await readNotebook(path)).texts).toEqual(['begun\n', '']);
});

test('interrupted: exit code 130, the cells before are kept, and nothing is left beside the file', async () => {
  const { home, dir, path } = await createNotebook([
    code('print("done")'),
    code('import time\ntime.sleep(600)'),
    code('3', OLD),
  ]);
  let sent = false;
  const { code: exitCode } = await runCli(['exec', path], {
    home,
    onProgress: (stderr, kill) => {
      if (sent || !stderr.includes('cell 1  ok')) return;
      sent = true;
      kill('SIGINT');
    },
  });
  expect(exitCode).toBe(130);
  expect((await readNotebook(path)).texts).toEqual(['done\n', '', 'old\n']);
  expect(await readdir(dir)).toEqual(['in.ipynb']);
});

test('a notebook of format 3 is upgraded', async () => {
  const { home, path } = await createNotebook([]);
  const cells = [
    { cell_type: 'heading', level: 2, source: 'Title', metadata: {} },
    { cell_type: 'code', input: ['print("three")'], language: 'python', outputs: [], metadata: {} },
  ];
  const old = { nbformat: 3, nbformat_minor: 0, metadata: { name: 'old' }, worksheets: [{ cells }] };
  await writeFile(path, JSON.stringify(old));
  const { code: exitCode, stderr } = await runCli(['exec', path], { home });
  expect(exitCode, stderr).toBe(0);
  expect((await readNotebook(path)).texts).toEqual(['', 'three\n']);
  await validateNotebook(path, home);
});

test('what code displays as text and is not text is written as text', async () => {
  const displayed = {
    'text/plain': 5,
    'text/html': ['a', 1],
    'image/png': null,
    'application/json': [1, null],
  };
  const source = `import json\ndisplay(json.loads('${JSON.stringify(displayed)}'), raw=True)`;
  const { home, path } = await createNotebook([code(source)]);
  const { code: exitCode, stderr } = await runCli(['exec', path], { home });
  expect(exitCode, stderr).toBe(0);
  const data = { 'text/plain': ['5'], 'text/html': ['["a",1]'], 'application/json': [1, null] };
  expect((await readNotebook(path)).cells[0]?.outputs).toEqual([
    { output_type: 'display_data', data, metadata: {} },
  ]);
  await validateNotebook(path, home);
});

test('exit() ends the execution, as nothing after it could know its variables', async () => {
  const { home, path } = await createNotebook([code('x = 1'), code('exit()'), code('x')]);
  const { code: exitCode, stderr } = await runCli(['exec', path], { home });
  expect(exitCode).toBe(1);
  expect(stderr).toContain('Cell 2 ended the kernel. The code ended the kernel, as exit() does.');
});

test('a kernel that is not installed is named with those that are, and the file is left alone', async () => {
  const { home, path } = await createNotebook([code('1')], {
    kernelspec: { name: 'nowhere', display_name: 'N' },
  });
  const before = await readFile(path, 'utf8');
  const { code: exitCode, stderr } = await runCli(['exec', path], { home });
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/There is no kernel “nowhere”\. Installed: .*\bpython3\b/);
  expect(await readFile(path, 'utf8')).toBe(before);
  const chosen = await runCli(['exec', path, '--kernel', 'python3'], { home });
  expect(chosen.code, chosen.stderr).toBe(0);
  expect((await readNotebook(path)).metadata.kernelspec).toMatchObject({ name: 'python3' });
});

test.each([
  [['exec', 'missing.ipynb'], 'there is no such file'],
  [['exec', '.'], 'it is a folder'],
  [['exec', 'text.ipynb'], 'it is not valid JSON (Unexpected token'],
  [['exec', 'list.ipynb'], 'it is not a notebook'],
  [['exec', 'older.ipynb'], 'could not be upgraded'],
  [['exec', 'latin.ipynb'], 'latin.ipynb cannot be read: it is not UTF-8 text; save it as UTF-8.'],
  [['exec', 'half.ipynb'], 'half.ipynb cannot be read: its cell 2 has half of a character'],
  [['exec', 'text.ipynb', '--out', 'no/such/out.ipynb'], 'no/such/out.ipynb cannot be written'],
  [['exec', 'text.ipynb', '--cwd', 'nowhere'], 'There is no folder nowhere'],
  [['exec', 'text.ipynb', '--timeout', '-1'], '--timeout takes a positive number'],
  [['exec'], "missing required argument 'notebook.ipynb'"],
])('exit code 2 and a sentence: %j', async (args, sentence) => {
  const home = await createTempDir();
  await writeFile(join(home, 'text.ipynb'), 'hello');
  await writeFile(join(home, 'list.ipynb'), '[1]');
  await writeFile(join(home, 'older.ipynb'), '{"nbformat": 3, "worksheets": 1}');
  const cells = [code('print(1)'), code('x = "\ud83d"')];
  await writeFile(join(home, 'half.ipynb'), JSON.stringify({ cells, metadata: {}, nbformat: 4 }));
  const latin = Buffer.from(JSON.stringify({ cells: [code('"Grün"')], metadata: {}, nbformat: 4 }), 'latin1');
  await writeFile(join(home, 'latin.ipynb'), latin);
  const { code: exitCode, stderr } = await runHere(args, { home });
  expect(exitCode, stderr).toBe(2);
  expect(stderr).toContain(sentence);
  expect(stderr).not.toMatch(/^ {4}at /m);
  expect(await readFile(join(home, 'latin.ipynb'))).toEqual(latin);
});

test('a notebook that cannot be written is refused before its code runs', async (context) => {
  const { dir, makeReadOnly } = await mountSmallDisk(context);
  const path = join(dir, 'in.ipynb');
  const cells = [code('print("ran")')];
  await writeFile(path, JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 4 }));
  await makeReadOnly();
  const { code: exitCode, stderr } = await runCli(['exec', path], { home: await createTempDir() });
  expect([exitCode, stderr]).toEqual([
    2,
    `actbook: ${path} cannot be written. The disk is read-only. Make it writable and try again.\n`,
  ]);
});
