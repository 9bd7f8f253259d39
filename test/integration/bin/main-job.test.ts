/** The main job, from a question to a notebook that runs again: the one test of a whole run that every commit passes. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../../helpers/bin/cli.ts';
import { createCliHome, readNotebookFile } from '../../helpers/bin/cli-home.ts';
import { executeNotebook, validateNotebook } from '../../helpers/python.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

test('the main job: question and CSV in; right answer, plot and a notebook that reruns out', async () => {
  const { home } = await createCliHome();
  const question = 'Which plant makes the most units on average? Show a plot.';
  const { code, stdout, stderr } = await runCli(
    ['run', question, '--data', 'cars.csv', '--out', 'out.ipynb'],
    { home },
  );
  expect(code, stderr).toBe(0);
  // 532.76 is the mean of the Leipzig rows that have a number, by pandas.
  expect(stdout).toMatch(/Leipzig/);
  expect(stdout).toMatch(/532\.8|532\.76/);
  expect(stderr).toMatch(/^1 plot is in out\.ipynb\.$/m);

  const notebook = await readNotebookFile(join(home, 'out.ipynb'));
  const executed = notebook.cells.filter((cell) => cell.cell_type === 'code' && cell.execution_count);
  expect(executed.length).toBeGreaterThanOrEqual(3);
  const png = executed.flatMap((cell) => cell.outputs ?? []).find((output) => output.data?.['image/png']);
  expect(
    Buffer.from(png?.data?.['image/png'] ?? '', 'base64')
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  expect(notebook.cells[0]?.source).toContain(question);
  expect(notebook.cells.at(-1)?.metadata.actbook.role).toBe('answer');
  expect(notebook.metadata.kernelspec).toMatchObject({ name: 'python3', language: 'python' });
  expect(notebook.metadata.language_info).toMatchObject({ name: 'python', file_extension: '.py' });
  expect(notebook.metadata.actbook.runs).toMatchObject([
    { outcome: { status: 'answered' }, model: { label: 'built-in analyst (no language model)' } },
  ]);
  await validateNotebook('out.ipynb', home);
  await executeNotebook('out.ipynb', home);

  const list = await runCli(['sessions'], { home });
  expect(list.stdout).toContain('Which plant makes the most units');
  const sessionId = list.stdout.split(' ')[0] ?? '';
  const exported = await runCli(['export', sessionId.slice(0, 10), '--out', '-'], { home });
  expect(exported.stdout).toBe(await readFile(join(home, 'out.ipynb'), 'utf8'));

  const markdown = await runCli(['export', sessionId, '--format', 'md', '--out', '-'], { home });
  expect(markdown.stdout).toMatch(
    /### Task[\s\S]*Data: `cars\.csv`\n[\s\S]*### Answer[\s\S]*### Work[\s\S]*read_csv/,
  );

  const elsewhere = await createTempDir();
  await runCli(['export', sessionId, '--out', 'copy.ipynb'], { home, cwd: elsewhere });
  expect(await readFile(join(elsewhere, 'cars.csv'))).toEqual(await readFile(join(home, 'cars.csv')));
  await executeNotebook('copy.ipynb', elsewhere);
});
