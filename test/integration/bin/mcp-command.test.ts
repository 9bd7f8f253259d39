/** `actbook mcp`: an MCP server on stdin and stdout, in front of an app that runs or that it starts. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { findServer } from '../../../bin/session/server-notes.ts';
import { ROOT_DIR, startApp, withoutModels } from '../../helpers/app/app.ts';
import { followUntil } from '../../helpers/app/app-client.ts';
import { runCli } from '../../helpers/bin/cli.ts';
import { notebookOf, openAgent } from '../../helpers/mcp/mcp-client.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

function startBridge(home: string): StdioClientTransport {
  const env = { ...withoutModels(process.env), ACTBOOK_HOME: home, ACTBOOK_PORT: '0', ACTBOOK_VERIFY: 'off' };
  const known = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return new StdioClientTransport({
    command: process.execPath,
    args: [join(ROOT_DIR, 'bin/cli.ts'), 'mcp'],
    env: Object.fromEntries(known),
    stderr: 'pipe',
  });
}

test('the bridge works in the app that runs, says what was lost with it, and continues in one of its own', async () => {
  const app = await startApp();
  const link = await runCli(['mcp', '--link'], { home: app.home });
  expect(link.stdout).toBe(`${app.loginUrl}\n`);
  const { client, call } = await openAgent(startBridge(app.home), 'Bridged Agent', 'legacy');
  const errors: Error[] = [];
  client.onerror = (error) => errors.push(error);
  const notebook = notebookOf(await call('create_notebook', { title: 'Bridged' }));
  expect(await call('add_cell', { notebook, source: 'print(6 * 7)' })).toContain('42');
  // The page of the app that runs has it, live.
  const { cells } = await followUntil(app, notebook, (session) => session.cells.length === 1);
  expect(cells[0]?.made.by).toEqual({ kind: 'user', id: 'local', via: 'Bridged Agent' });

  const lost = call('add_cell', { notebook, source: 'import time\ntime.sleep(60)' });
  lost.catch(() => {});
  await followUntil(app, notebook, (session) => session.cells.some(({ status }) => status === 'running'));
  await app.kill('SIGKILL');
  await expect(lost).rejects.toThrow('Whether the call took effect is unknown');
  const after = await call('add_cell', { notebook, source: 'print("again")' });
  expect(after).toContain('again');
  expect(after).toContain('by Bridged Agent for the user');
  expect((await call('read_notebook', { notebook })).match(/time\.sleep/g)).toHaveLength(1);
  expect(errors).toEqual([]);
});

test('without an app it starts one with a page, prints nothing but messages, and ends with its client', async () => {
  const home = await createTempDir();
  expect((await runCli(['mcp', '--link'], { home })).stderr).toContain('The app is not running');
  const transport = startBridge(home);
  const { client, call } = await openAgent(transport, 'Lone Agent');
  const errors: Error[] = [];
  client.onerror = (error) => errors.push(error);
  const notebook = notebookOf(await call('create_notebook', { title: 'Alone' }));
  const told: string[] = [];
  const slow = 'import time\nfor i in range(3):\n    time.sleep(0.3)\nprint("slow")';
  const shown = await call('add_cell', { notebook, source: slow }, { onProgress: (line) => told.push(line) });
  expect(shown).toContain('slow');
  expect(told.at(-1)).toMatch(/^Cell \w+ runs\.$/);
  const server = await findServer(home);
  expect(shown).toContain(`page: ${server?.url}/sessions/${notebook}`);
  // Another agent finds the app of the first.
  const { call: callBeside } = await openAgent(startBridge(home), 'Second Agent', 'legacy');
  expect(await callBeside('list_notebooks')).toContain('Alone');
  expect(await readdir(join(home, 'servers'))).toHaveLength(1);
  expect(errors).toEqual([]);

  // When the first one leaves, the second has an app of its own from its next call on.
  await client.close();
  expect(await callBeside('read_notebook', { notebook })).toContain('slow');
  expect((await findServer(home))?.pid).not.toBe(server?.pid);
});
