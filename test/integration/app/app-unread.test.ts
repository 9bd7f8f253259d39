/** An app whose words nobody reads any more: its terminal was closed, or the program it was piped to has ended. */
import { expect, test } from 'vitest';
import { startApp } from '../../helpers/app/app.ts';
import { breakSessions } from '../../helpers/app/break-sessions.ts';

test('an app continues when what reads its errors is gone', async () => {
  const app = await startApp();
  app.child.stdout?.destroy();
  app.child.stderr?.destroy();
  const fix = breakSessions(app);
  // A page that cannot be made is told of on standard error.
  for (let turn = 0; turn < 3; turn++) expect((await app.request('/')).status).toBe(500);
  fix();
  expect((await app.request('/')).status).toBe(200);
  await app.kill('SIGTERM');
  expect(app.child.exitCode).toBe(0);
});
