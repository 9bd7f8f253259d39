/** The app is killed while code waits for a tool: the code is told, and the run continues. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { followUntil, isEnded, post, startScriptedApp } from '../../helpers/app/app-client.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { findProcesses } from '../../helpers/processes.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const SERVER = join(import.meta.dirname, '../../helpers/tools/mcp-server.ts');

test('a call that a crash cut off is an error in the code, and the next call works', async () => {
  const home = await createTempDir();
  const notes = join(home, 'notes');
  const config = join(home, 'mcp.json');
  await writeFile(notes, '');
  const shop = { command: process.execPath, args: [SERVER], env: { SHOP_NOTES: notes } };
  await writeFile(config, JSON.stringify({ mcpServers: { shop } }));
  const env = { ACTBOOK_KERNEL_GRACE_S: '60', ACTBOOK_MCP_CONFIG: config };
  const code = 'try:\n    shop.wait()\nexcept ToolError as error:\n    print(error)\nprint(shop.say("Ada"))';
  const app = await startScriptedApp([fence(code)], home, env);
  const { id = '' } = await post(app, '/api/sessions');
  await post(app, `/api/sessions/${id}/runs`, { task: 'Go.' });
  const before = await followUntil(app, id, ({ cells }) => cells.some(({ calls }) => calls.length > 0));
  await expect.poll(() => readFile(notes, 'utf8')).toContain('waiting');
  const children = await findProcesses(home, app.pid);
  await app.kill('SIGKILL');

  const next = await startScriptedApp(['Done.'], home, env);
  const after = await followUntil(next, id, isEnded, before);
  expect(after.runs.map(({ outcome }) => outcome)).toEqual([{ status: 'answered' }]);
  const cell = after.cells.find(({ role }) => role === 'code');
  expect(cell?.calls).toMatchObject([
    { name: 'shop.wait', status: 'error', error: expect.stringContaining('restarted during this call') },
    { name: 'shop.say', status: 'ok' },
  ]);
  const text = cell?.outputs.map((output) => ('text' in output ? output.text : '')).join('');
  expect(text).toMatch(/whether it took effect is unknown\.\nHello Ada, without secret\n$/);
  await next.kill('SIGTERM');
  await expect.poll(() => findProcesses(home, next.pid, children), { timeout: 60_000 }).toEqual([]);
});
