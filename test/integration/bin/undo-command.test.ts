/** Cells taken back from the command line, in the kernel of an app on the same data folder. */
import { expect, test } from 'vitest';
import { post, startScriptedApp } from '../../helpers/app/app-client.ts';
import { runCell } from '../../helpers/app/run-cell.ts';
import { runCli } from '../../helpers/bin/cli.ts';

test('a cell is taken back at once, or other cells run again with the reason; files are named', async () => {
  const app = await startScriptedApp([]);
  const { home } = app;
  const { id = '' } = await post(app, '/api/sessions');
  await runCell(app, id, 'total = 41');
  await runCell(app, id, 'total += 1\nopen("made.txt", "w").close()');

  const taken = await runCli(['undo', id, '2'], { home });
  expect(taken.code, taken.stderr).toBe(0);
  expect(taken).toMatchObject({
    stdout: 'checkpoint\n',
    stderr: 'Files that changed since then stay as they are: made.txt.\n',
  });
  expect(await runCell(app, id, 'print("total", total)')).toContain('total 41');

  await runCell(
    app,
    id,
    'import threading, time\nthreading.Thread(target=time.sleep, args=(9,), name="w").start()',
  );
  await runCell(app, id, 'total = 0');
  const rebuilt = await runCli(['undo', id, '4'], { home });
  expect(rebuilt.code, rebuilt.stderr).toBe(0);
  expect(rebuilt.stdout).toBe('rebuilt\n');
  expect(rebuilt.stderr).toMatch(/because of the thread “w”.* A new kernel runs 3 cells again\.\n/);
  // The cell that was undone has the number of one that runs again.
  expect((await runCli(['undo', id, '2'], { home })).stdout).toBe('rebuilt\n');
  const wrong = await runCli(['undo', id, '77'], { home });
  expect(wrong.stderr).toContain('This session has no cell In [77].');
});

test('without an app there is no kernel', async () => {
  const app = await startScriptedApp([]);
  const { id = '' } = await post(app, '/api/sessions');
  await runCell(app, id, 'x = 1');
  await app.kill('SIGTERM');
  const refused = await runCli(['undo', id, '1'], { home: app.home });
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain('No kernel is running');
});
