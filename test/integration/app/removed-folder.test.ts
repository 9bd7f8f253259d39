/** The folder of a session, removed from the disk while its kernel lives. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { App } from '../../helpers/app/app.ts';
import { followUntil, isEnded, post, startScriptedApp } from '../../helpers/app/app-client.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';

const folderOf = (app: App, id: string) => join(app.home, 'workspaces', id);

async function listNames(app: App, id: string): Promise<string[]> {
  const { files } = await (await app.request(`/api/sessions/${id}/files`)).json();
  return files.map(({ name }: { name: string }) => name).sort();
}

test.each(['on', 'off'])('a removed folder is noticed before a cell, sandbox %s', async (sandbox) => {
  let remove = () => {};
  const app = await startScriptedApp(
    [
      fence('kept = 1\nopen("written", "w").close()'),
      () => {
        remove();
        return fence('print(kept)');
      },
      fence('import os\nprint(open("given.csv").read(), os.path.exists("written"), "kept" in globals())'),
      'Done.',
    ],
    undefined,
    { ACTBOOK_SANDBOX: sandbox },
  );
  const { id = '' } = await post(app, '/api/sessions');
  remove = () => rmSync(folderOf(app, id), { recursive: true });
  await app.request(`/api/sessions/${id}/files/given.csv`, { method: 'PUT', body: 'x' });
  await post(app, `/api/sessions/${id}/runs`, { task: 'Try.' });
  const lost = await followUntil(app, id, isEnded);
  const message = expect.stringMatching(/^The folder of this notebook was removed/);
  expect(lost.runs[0]?.outcome).toEqual({ status: 'failed', code: 'kernel-died', message });
  expect(lost.kernel.status).toBe('none');

  await post(app, `/api/sessions/${id}/runs`, { task: 'Again.' });
  const again = await followUntil(app, id, isEnded, lost);
  expect(again.runs[1]?.outcome).toEqual({ status: 'answered' });
  const [output] = again.cells.findLast(({ role }) => role === 'code')?.outputs ?? [];
  expect(output).toMatchObject({ text: 'x False False\n' });

  // An upload, and a look at the files, notice it too: what is there is what the next kernel finds.
  remove();
  if (sandbox === 'on')
    await app.request(`/api/sessions/${id}/files/late.csv`, { method: 'PUT', body: 'late' });
  expect(await listNames(app, id)).toEqual(sandbox === 'on' ? ['given.csv', 'late.csv'] : ['given.csv']);
  const noticed = await followUntil(app, id, ({ kernel }) => kernel.status === 'none', again);
  expect(noticed.kernels.at(-2)?.loss?.reason).toEqual(message);
});
