/** What MCP results say matches the notebook: after a restart, beside other agents, and where a result has no room for everything. */
import { expect, test } from 'vitest';
import { followUntil, post, startScriptedApp } from '../../helpers/app/app-client.ts';
import { openApp } from '../../helpers/app/shared-app.ts';
import { cellOf, notebookOf, openAgent } from '../../helpers/mcp/mcp-client.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';

const PLOTS = 'import matplotlib.pyplot as plt\nfor i in range(6):\n    plt.plot([i, 2])\n    plt.show()';

test('pictures that a result has no room for are counted, and outputs of an earlier kernel are said to be', async () => {
  const app = await openApp();
  const { call, pictures } = await openAgent(app, 'Seeing Agent');
  const notebook = notebookOf(await call('create_notebook'));
  const shown = await call('add_cell', { notebook, source: PLOTS });
  expect(shown).toContain('Only the last 4 of 6 pictures are attached.');
  expect(pictures()).toBe(4);
  expect(await call('read_notebook', { notebook })).not.toContain('attached');
  expect(await call('read_cell', { notebook, cell: cellOf(shown) })).not.toContain(
    'does not have the variables',
  );
  await post(app, `/api/sessions/${notebook}/kernel`, { action: 'restart' });
  await followUntil(app, notebook, ({ kernel }) => kernel.lost !== null);
  expect(await call('read_cell', { notebook, cell: cellOf(shown) })).toContain(
    'The kernel of this notebook does not have the variables of this run.',
  );
});

test('a cursor that is far behind misses nothing', async () => {
  const app = await openApp();
  const { call } = await openAgent(app, 'Late Agent');
  const cells = Array.from({ length: 1_100 }, () => ({ cell_type: 'markdown', source: 'x', metadata: {} }));
  const response = await app.request('/api/sessions/import?name=long.ipynb', {
    method: 'POST',
    body: JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 4 }),
  });
  const { id: notebook } = await response.json();
  await call('add_cell', { notebook, source: 'print("the newest")' });
  expect(await call('check', { notebook, after: 1 })).toContain('the newest');
});

test('a cell that somebody else runs already is waited for until it ran again', async () => {
  const app = await openApp();
  const { call } = await openAgent(app, 'Second Agent');
  const notebook = notebookOf(await call('create_notebook'));
  await call('add_cell', { notebook, source: 'count = 0\nask = True' });
  const source = 'if ask: input("Go? ")\nask = False\ncount += 1\nprint("count", count)';
  const waiting = await call('add_cell', { notebook, source });
  const cell = cellOf(waiting);
  const again = call('run_cell', { notebook, cell });
  await followUntil(app, notebook, ({ queue }) => queue.length > 0);
  await call('reply', { notebook, text: 'yes', wait_s: 0 });
  expect(await again).toContain('count 2');
  // One that was dropped does not look as if it had run.
  await call('add_cell', { notebook, source: 'input("Go? ")' });
  const dropped = call('run_cell', { notebook, cell });
  await followUntil(app, notebook, ({ queue }) => queue.length > 0);
  const edited = await call('edit_cell', { notebook, cell, version: 0, source: 'print(7)' });
  expect(edited).toContain('waits for its turn, with the code from before it was edited');
  await call('stop', { notebook });
  expect(await dropped).toContain(
    'ok, In [3] · did not run when last asked to: Second Agent for the user stopped what was running',
  );
});

test('text with half a character, or too long, changes nothing, and the error says why', async () => {
  const app = await openApp();
  const { call, fail } = await openAgent(app, 'Odd Agent');
  const notebook = notebookOf(await call('create_notebook'));
  expect(await fail('add_file', { notebook, name: 'a.txt', text: 'a\ud800b' })).toContain('lone surrogate');
  expect(await call('list_files', { notebook })).toBe('The folder is empty.');
  await call('add_cell', { notebook, source: 'print(open("b.txt", "wb").write(b"abc\\xff"))' });
  expect(await call('read_file', { notebook, name: 'b.txt' })).toContain('This is not a text file.');
  const response = await app.request('/api/mcp', { method: 'POST', body: `"${'a'.repeat(9 * 1024 ** 2)}"` });
  expect(response.status).toBe(413);
  expect((await response.json()).error.message).toContain('longer than 8 MB');
});

test('questions and messages are by the agent that wrote them; a run with fewer approvals takes no messages', async () => {
  const script = [fence('import time\ntime.sleep(60)'), 'Done.'];
  const app = await startScriptedApp(script, undefined, { ACTBOOK_MCP_APPROVAL: 'always' });
  const { call, fail } = await openAgent(app, 'Telling Agent');
  const notebook = notebookOf(await call('create_notebook'));
  await post(app, `/api/sessions/${notebook}/runs`, { task: 'Mine.', approval: 'never' });
  await followUntil(app, notebook, ({ cells }) => cells.some(({ status }) => status === 'running'));
  expect(await fail('reply', { notebook, text: 'Look around.' })).toContain('needs fewer approvals');
  await call('stop', { notebook });
  await call('ask', { notebook, question: 'Theirs?' });
  const read = await call('read_notebook', { notebook });
  expect(read).toMatch(/· task · version 0 · by the user\nMine\./);
  expect(read).toMatch(/· task · version 0 · by Telling Agent for the user\nTheirs\?/);
});

test('what is out of date is marked: cells, an answer, and those that a result does not show', async () => {
  const app = await startScriptedApp([fence('print(y)'), 'It is 10.']);
  const { call } = await openAgent(app, 'Late Agent');
  const notebook = notebookOf(await call('create_notebook'));
  const first = cellOf(await call('add_cell', { notebook, source: 'x = 1' }));
  const second = cellOf(await call('add_cell', { notebook, source: 'y = x * 10\nprint(y)' }));
  const third = cellOf(await call('ask', { notebook, question: 'What is y?' }));
  expect(await call('read_notebook', { notebook })).not.toMatch(/out of date/i);
  const edited = { notebook, cell: first, version: 1, source: 'x = 2', run: true };
  expect(await call('edit_cell', edited)).toContain(`\nout of date: ${second}, ${third}; run them again\n`);
  const stale = 'Out of date: it uses x, which changed or is out of date.\n10';
  expect(await call('read_cell', { notebook, cell: second })).toContain(stale);
  for (const cell of [second, third]) await call('run_cell', { notebook, cell });
  expect(await call('read_notebook', { notebook })).not.toMatch(/out of date/i);
  const basis = 'Cells that this answer is based on have changed since: In [';
  expect(await call('read_notebook', { notebook })).toContain(`It is 10.\n${basis}`);
  expect(await call('check', { notebook })).toContain(`It is 10.\n\n${basis}`);
});

test('stopping a verification ends the call that waits for it, with the reason', async () => {
  const app = await openApp();
  const { client, call, fail } = await openAgent(app, 'Impatient Agent');
  const notebook = notebookOf(await call('create_notebook'));
  await call('add_cell', { notebook, source: 'import time\ntime.sleep(3)' });
  const begun = Promise.withResolvers<void>();
  const waiting = client.callTool(
    { name: 'verify', arguments: { notebook } },
    { onprogress: () => begun.resolve() },
  );
  await begun.promise;
  expect(await call('stop', { notebook })).toContain('The verification was stopped.');
  const told = { type: 'text', text: 'The verification was stopped.' };
  expect(await waiting).toMatchObject({ isError: true, content: [told] });
  expect(await fail('stop', { notebook })).toContain('nor a verification is running');
});
