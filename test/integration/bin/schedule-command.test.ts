/** `actbook schedule`, and parameters of `actbook exec`. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../../helpers/bin/cli.ts';
import { readNotebookFile } from '../../helpers/bin/cli-home.ts';
import { runHere } from '../../helpers/bin/command-line.ts';
import { recordCells } from '../../helpers/runtime/recorded-notebook.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

test('a schedule is added, listed, paused, run, read, and removed', async () => {
  const home = await createTempDir();
  const { id } = await recordCells({ home }, [
    { source: '# parameters\nrate = 2', outputs: [] },
    { source: 'print("rate", rate)' },
  ]);
  const schedule = (...args: string[]) => runHere(['schedule', ...args], { home });
  const added = await schedule(
    ...['add', id.slice(0, 8), '--cron', '0 9 * * 1-5', '--time-zone', 'Europe/Berlin'],
    ...[
      '--name',
      'Sales',
      '-p',
      'rate=3',
      'name=Ada',
      'draft=False',
      '--webhook',
      'http://127.0.0.1:9/?token=canary',
    ],
  );
  expect(added).toMatchObject({ code: 0 });
  expect(added.stderr).toMatch(
    /Sales {2}0 9 \* \* 1-5 Europe\/Berlin {2}next \d{4}-\d\d-\d\d 09:00 {2}not run yet/,
  );
  expect(added.stderr).toContain('Webhook: 127.0.0.1 is in a private network or on this machine.');
  expect(added.stderr).toContain('Actbook is not running now.');
  const scheduleId = added.stdout.trim();
  expect((await schedule('pause', scheduleId)).stderr).toContain('  paused  ');
  expect((await schedule('resume', scheduleId)).stderr).toContain('  next ');
  const [listed] = JSON.parse((await schedule('list', '--json')).stdout);
  expect(listed).toMatchObject({
    ...{ id: scheduleId, name: 'Sales', parameters: { rate: 3, name: 'Ada', draft: false } },
    ...{ webhook: 'http://127.0.0.1:9', approval: 'fail' },
  });
  expect((await schedule('secret', scheduleId)).stdout).toMatch(/^whsec_[\w+/]{43}=\n$/);

  const ran = await runCli(['schedule', 'run', scheduleId], { home });
  expect(ran.code).toBe(0);
  expect(ran.stdout).toContain('  done  3 cells ran.');
  const [run] = JSON.parse((await schedule('runs', scheduleId, '--json')).stdout);
  const out = join(home, 'result.ipynb');
  await runHere(['export', run.resultId, '--format', 'ipynb', '--out', out], { home });
  const { cells } = await readNotebookFile(out);
  expect(cells.map(({ source }) => source)).toContain('# Parameters\nrate = 3\nname = "Ada"\ndraft = False');
  expect(cells.at(-1)?.outputs).toMatchObject([{ text: 'rate 3\n' }]);

  await schedule('remove', scheduleId);
  expect((await schedule('list')).stderr).toContain('No schedules yet.');
});

test.each([
  [['--cron', '0 9 * *'], 'is not a time as cron has it'],
  [['--cron', '@daily', '--time-zone', 'Berlin'], '“Berlin” is not a time zone'],
  [['--cron', '@daily', '-p', 'rate'], 'Write --parameter as name=value'],
  [['--cron', '@daily', '-p', 'a-b=1'], 'A parameter is named like a variable'],
])('%j is refused as wrong usage', async (args, sentence) => {
  const home = await createTempDir();
  const { id } = await recordCells({ home }, [{ source: 'print(1)' }]);
  const { code, stderr } = await runHere(['schedule', 'add', id, ...args], { home });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(sentence) });
});

test('a notebook file is executed with parameters, twice with one cell for them', async () => {
  const home = await createTempDir();
  const path = join(home, 'report.ipynb');
  const code = (source: string, tags: string[]) => ({
    ...{ cell_type: 'code', source, metadata: { tags }, outputs: [], execution_count: null },
  });
  const cells = [code('rate = 2', ['parameters']), code('print("rate", rate)', [])];
  await writeFile(path, JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells }));
  for (const rate of [3, 4]) {
    const { code: exitCode, stderr } = await runCli(['exec', path, '-p', `rate=${rate}`], { home });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: expect.not.stringContaining('No cell is tagged'),
    });
    const done = await readNotebookFile(path);
    expect(done.cells.map(({ source }) => source)).toHaveLength(3);
    expect(done.cells.at(-1)?.outputs).toMatchObject([{ text: [`rate ${rate}\n`] }]);
  }
});
