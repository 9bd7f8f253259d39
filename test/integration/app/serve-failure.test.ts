/** An app that cannot start ends: nothing that it has begun keeps its process. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { withoutModels } from '../../helpers/app/app.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

test('without a built page, the process ends with the error', async () => {
  const program = join(import.meta.dirname, '../../helpers/app/serve-unbuilt.ts');
  const env = { ...withoutModels(process.env), ACTBOOK_HOME: await createTempDir() };
  const ended = promisify(execFile)(process.execPath, [program, await createTempDir()], {
    env,
    timeout: 60_000,
  });
  await expect(ended).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('production build') });
});
