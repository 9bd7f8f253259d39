/** Branches from the command line: the kernel is that of an app on the same data folder. */
import { expect, test } from 'vitest';
import { post, startScriptedApp } from '../../helpers/app/app-client.ts';
import { runCell } from '../../helpers/app/run-cell.ts';
import { runCli } from '../../helpers/bin/cli.ts';

test('a branch has the variables of the app’s kernel, or is refused with the reason, and nothing is made', async () => {
  const app = await startScriptedApp([]);
  const { home } = app;
  const { id = '' } = await post(app, '/api/sessions');
  await runCell(app, id, 'total = 40 + 1');

  const made = await runCli(['branch', id], { home });
  expect(made.code, made.stderr).toBe(0);
  expect(made.stderr).toContain('(2)\nIt has all variables.\n');
  expect(await runCell(app, made.stdout.trim(), 'print(total + 1)')).toContain('42');

  await runCell(app, id, 'log = open("log.txt", "w")');
  const count = async () => JSON.parse((await runCli(['sessions', '--json'], { home })).stdout).length;
  const before = await count();
  const refused = await runCli(['branch', id], { home });
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain('the file log.txt, which is open for writing (variable log)');
  expect(refused.stderr).toContain('add --new-kernel');
  expect(await count()).toBe(before);

  const renewed = await runCli(['branch', id, '--new-kernel'], { home });
  expect(renewed.stderr).toContain('It has a new kernel.');
});
