/** The command `actbook check`: what says each number, exit codes, and what it refuses. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../../helpers/bin/cli.ts';
import { runHere } from '../../helpers/bin/command-line.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

async function create(answer: string, text = ['mean 5076.016\n', 'rows \u001b[1m344\u001b[0m\n']) {
  const home = await createTempDir();
  const [markdown, notebook] = [join(home, 'answer.md'), join(home, 'in.ipynb')];
  const outputs = [{ output_type: 'stream', name: 'stdout', text }];
  const cells = [
    { cell_type: 'markdown', metadata: {}, source: '# Birds' },
    {
      cell_type: 'code',
      execution_count: 1,
      metadata: {},
      outputs,
      source: ['print(mean)\n', 'print(rows)'],
    },
  ];
  await writeFile(markdown, answer);
  await writeFile(notebook, JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 4 }));
  return { home, args: ['check', markdown, notebook] };
}

test('every number has a source: exit code 0', async () => {
  const { home, args } = await create('The mean is **5,076**,\nof 344 rows.');
  const { code, stdout, stderr } = await runCli(args, { home });
  expect(code, stderr).toBe(0);
  expect(stdout.split('\n')).toEqual([
    'line 1    5,076  cell 2: 5076.016 (mean), rounded',
    'line 2    344    cell 2: 344 (rows)',
    '',
    '2 quantities · 2 stated · 0 derived · 0 not in any output',
    '',
  ]);
});

test('a number without a source: exit code 1, as text and as JSON', async () => {
  const { home, args } = await create('The mean is 5,067, of 344 rows and 7 columns; you asked for 4,000.');
  const question = ['--question', 'Is it above 4000?'];
  const { code, stdout } = await runHere([...args, ...question], { home });
  expect(code).toBe(1);
  expect(stdout).toContain('line 1    5,067  not in any output; compare cell 2: 5076.016 (mean)\n');
  expect(stdout).toContain('line 1    7      no certain source\n');
  expect(stdout).toContain(
    '4 quantities · 1 stated · 0 derived · 1 given · 1 without a certain source · 1 not in any output\n',
  );
  const report = JSON.parse((await runHere([...args, ...question, '--json'], { home })).stdout);
  expect(report.counts).toEqual({ stated: 1, derived: 0, given: 1, unclear: 1, unfounded: 1 });
  expect(report.quantities[1]).toMatchObject({
    text: '344',
    status: 'stated',
    line: 1,
    sources: [{ cell: 2, output: 0, printed: '344', how: 'exact' }],
  });
});

test('a number without a certain source does not fail: exit code 0', async () => {
  const { home, args } = await create('The mean is 5,076, of 7 columns.');
  const { code, stdout } = await runHere(args, { home });
  expect([code, stdout.split('\n').at(-2)]).toEqual([
    0,
    '2 quantities · 1 stated · 0 derived · 1 without a certain source · 0 not in any output',
  ]);
});

test('wrong usage: exit code 2', async () => {
  const { home, args } = await create('5,076');
  const [command = '', answer = '', notebook = ''] = args;
  for (const wrong of [
    [command],
    [command, answer],
    [command, `${answer}x`, notebook],
    [command, answer, answer],
  ]) {
    const { code, stdout } = await runHere(wrong, { home });
    expect([code, stdout], wrong.join(' ')).toEqual([2, '']);
  }
});
