/** Other agents in the app's notebooks, over real sockets, while the page works in the same ones. */
import { request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';
import type { Event } from '../../../lib/protocol/events/event.ts';
import type { Session } from '../../../lib/session/session.ts';
import type { App } from '../../helpers/app/app.ts';
import { followUntil, isEnded, post, startScriptedApp } from '../../helpers/app/app-client.ts';
import { openApp, openScriptedApp } from '../../helpers/app/shared-app.ts';
import { cellOf, cursorOf, notebookOf, openAgent } from '../../helpers/mcp/mcp-client.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';

const PLOT = 'import matplotlib.pyplot as plt\n_ = plt.plot([1, 2])';
const findApproval = ({ cells }: Session) => cells.flatMap(({ pendingApprovals }) => pendingApprovals)[0];

async function readEvents(app: App, sessionId: string): Promise<Event[]> {
  const events: Event[] = [];
  const { lastSeq } = await (await app.request(`/api/sessions/${sessionId}`)).json();
  await followUntil(
    app,
    sessionId,
    ({ seq }) => seq >= lastSeq,
    undefined,
    (batch) => events.push(...batch),
  );
  return events;
}

const whoDid = (events: readonly Event[], type: Event['type']) =>
  events.filter((event) => event.type === type).map(({ by }) => by.via ?? by.kind);

test.each(['legacy', 'auto'] as const)('speaks the protocol (%s) and describes its tools', async (mode) => {
  const app = await openApp();
  const { client, call, fail, pictures } = await openAgent(app, 'Test Agent', mode);
  expect(client.getNegotiatedProtocolVersion()).toBe(mode === 'auto' ? '2026-07-28' : '2025-11-25');
  const { tools } = await client.listTools();
  const readOnly = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name);
  expect(readOnly.sort()).toEqual([
    'check',
    'export',
    'list_files',
    'list_notebooks',
    'list_variables',
    'read_cell',
    'read_file',
    'read_notebook',
  ]);
  expect(
    tools
      .filter(({ annotations }) => annotations?.destructiveHint)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['add_file', 'edit_cell', 'run_cell']);
  const notebook = notebookOf(await call('create_notebook', { title: 'By MCP' }));
  await call('add_file', { notebook, name: 'data/a.csv', text: 'n,v\né,1\nb,2\n' });
  expect(await call('list_files', { notebook })).toBe('data/a.csv · 13 B');
  expect(await call('read_file', { notebook, name: 'data/a.csv' })).toContain('é,1');
  // The third byte of the values is half of an é.
  expect(await call('read_file', { notebook, name: 'data/a.csv', max_bytes: 5 })).toMatch(
    /beginning\nn,v\n$/,
  );
  const shown = await call('add_cell', { notebook, source: `${PLOT}\nlimit = 7\n"a" * 3` });
  expect(shown).toContain("'aaa'");
  expect(pictures()).toBe(1);
  expect(await call('read_notebook', { notebook })).toContain('shown to the user]');
  expect(pictures()).toBe(0);
  const six = await call('add_cell', { notebook, source: `${PLOT}\nplt.show()\n`.repeat(6) });
  expect(six).toContain('Only the last 4 of 6 pictures are attached.');
  expect(pictures()).toBe(4);
  expect(await call('list_variables', { notebook })).toContain('limit (int) = 7');
  const cell = cellOf(shown);
  // The page changes the cell: what was read is not what is there.
  const session = await followUntil(app, notebook, ({ cells }) => cells.length === 2);
  const cellId = session.cells[0]?.id ?? '';
  await app.request(`/api/sessions/${notebook}/cells/${cellId}`, {
    method: 'PATCH',
    body: JSON.stringify({ source: 'limit = 8' }),
  });
  const refused = await fail('edit_cell', { notebook, cell, version: 1, source: 'limit = 9' });
  expect(refused).toMatch(/Nothing was changed\. The cell is version 2 now:\nlimit = 8$/);
  const edited = await call('edit_cell', { notebook, cell, version: 2, source: 'limit = 9', run: true });
  expect(edited).toContain('· ok, In [3] · by Test Agent for the user');
  expect(await call('export', { notebook })).toContain('limit = 9');
  expect(await call('verify', { notebook })).toContain('Reproduced: from a clean start');
  expect(await call('list_notebooks', { search: 'By MCP' })).toContain(notebook);
  const drawn = 'figure = plt.gcf()\nfor _ in range(6): display(figure)\nplt.close()';
  expect(await call('add_cell', { notebook, source: `${PLOT}\n${drawn}` })).toContain('last 4 of 6 pictures');
  expect(pictures()).toBe(4);
  // A question that cannot be asked leaves no notebook.
  expect(await fail('ask', { question: 'What?', model: 'none/such' })).toContain('none/such');
  expect((await call('list_notebooks')).split('\n')).toHaveLength(1);
  expect(await call('list_notebooks', { search: 'nowhere' })).toBe('No notebook matches the search.');
  expect(await fail('read_notebook', { notebook: 's-none' })).toContain('list_notebooks');
  expect(await fail('read_file', { notebook, name: '../../actbook.db' })).not.toContain('SQLite');
});

test('a notebook driven from an agent and from the page at the same time: nothing is lost, nothing runs twice', async () => {
  const app = await openScriptedApp([fence('total = n + 1\nprint(total)'), 'The total is 42.']);
  const { call } = await openAgent(app, 'Other Agent');
  const notebook = notebookOf(await call('create_notebook'));
  await call('add_cell', { notebook, source: 'n = 0\nruns = []' });
  const path = `/api/sessions/${notebook}/cells`;
  const ofPage = async (index: number) => {
    const { cellId } = await post(app, path, { type: 'code', source: `runs.append("page ${index}")` });
    await post(app, `${path}/${cellId}/execute`);
  };
  const ofAgent = (index: number) => call('add_cell', { notebook, source: `runs.append("agent ${index}")` });
  await Promise.all([0, 1, 2, 3].flatMap((index) => [ofPage(index), ofAgent(index)]));
  await call('check', { notebook });
  const listed = await call('add_cell', { notebook, source: 'n = 41\nprint(len(runs), len(set(runs)))' });
  expect(listed).toContain('8 8');

  const answered = await call('ask', { notebook, question: 'What is the total?' });
  expect(answered).toContain('Answer:\nThe total is 42.');
  expect(answered).toContain('Numbers: all 1 found in the outputs.');
  expect(await call('read_notebook', { notebook })).toContain(
    '· task · version 0 · by Other Agent for the user',
  );
  const events = await readEvents(app, notebook);
  expect(whoDid(events, 'session-start')).toEqual(['Other Agent']);
  expect(whoDid(events, 'run-start')).toEqual(['Other Agent']);
  expect(whoDid(events, 'cell-start').filter((who) => who === 'user')).toHaveLength(4);
  expect(whoDid(events, 'cell-start').filter((who) => who === 'Other Agent')).toHaveLength(6);
  expect(whoDid(events, 'cell-start').filter((who) => who === 'agent')).toHaveLength(1);
  // What the page did since is told to the agent, with who did it.
  // More events than the log is read at once.
  const loud = 'from IPython.display import display\nfor step in range(400): display({"step": step})';
  for (let times = 0; times < 3; times += 1) await call('add_cell', { notebook, source: loud });
  await ofPage(9);
  const since = await call('check', { notebook, after: cursorOf(answered) });
  expect(since).toMatch(/by the user\n```python\nruns.append\("page 9"\)/);
});

test('what the user has to approve waits on the page, whoever wrote it, and no tool approves it', async () => {
  const script = [fence('import os\nos.listdir("/")\nprint("looked")'), 'Done.'];
  const app = await startScriptedApp(script, undefined, { ACTBOOK_MCP_APPROVAL: 'risky' });
  const { call, fail, client } = await openAgent(app, 'Careful Agent', 'legacy');
  const notebook = notebookOf(await call('create_notebook'));
  expect(await call('add_cell', { notebook, source: 'print("harmless")' })).toContain('harmless');

  const waiting = await call('add_cell', { notebook, source: 'import os\nos.remove("a.txt")' });
  expect(waiting).toContain('It deletes, moves, or renames files.');
  expect(waiting).toContain(`${app.url}/sessions/${notebook}`);
  expect(await fail('reply', { notebook, text: 'approve' })).toContain('Nothing in this notebook waits');
  const { tools } = await client.listTools();
  expect(tools.filter(({ name }) => name.includes('approv'))).toEqual([]);
  const asked = await followUntil(app, notebook, (session) => findApproval(session) !== undefined);
  const checking = call('check', { notebook, after: cursorOf(waiting) });
  const requestId = findApproval(asked)?.requestId ?? '';
  await post(app, `/api/sessions/${notebook}/approval`, {
    requestId,
    decision: 'refuse',
    reason: 'Keep it.',
  });
  expect(await checking).toContain('The user refused to run this code. Their reason: Keep it.');

  expect(await fail('verify', { notebook })).toContain('Run it first.');

  // Its question goes through once the page approves.
  const asking = call('ask', { notebook, question: 'Look.' });
  const isAsked = (session: Session) => findApproval(session) !== undefined;
  const now = await followUntil(app, notebook, isAsked);
  expect(await asking).toContain('waits for the user');
  const approval = { requestId: findApproval(now)?.requestId, decision: 'approve' };
  await post(app, `/api/sessions/${notebook}/approval`, approval);
  await followUntil(app, notebook, (session) => isEnded(session));
  expect(await call('check', { notebook, after: 0 })).toContain('looked');
  const events = await readEvents(app, notebook);
  expect(whoDid(events, 'approval-reply')).toEqual(['user', 'user']);
});

test('a call that is cancelled, or whose client is gone, ends no work, and nothing is repeated', async () => {
  const app = await openApp();
  for (const mode of ['legacy', 'auto'] as const) {
    const { call } = await openAgent(app, 'Hasty Agent', mode);
    const notebook = notebookOf(await call('create_notebook'));
    await call('add_cell', { notebook, source: 'import time\ncount = 0' });
    const leaving = new AbortController();
    const source = 'time.sleep(1)\ncount += 1\nprint("count", count)';
    const told: string[] = [];
    const cancelled = call(
      'add_cell',
      { notebook, source },
      {
        signal: leaving.signal,
        onProgress: (message) => {
          told.push(message);
          if (message.endsWith(' runs.')) leaving.abort();
        },
      },
    );
    await expect(cancelled).rejects.toThrow();
    expect(told.at(-1)).toMatch(/^Cell \w+ runs\.$/);
    expect(await call('check', { notebook, after: 0 })).toContain('count 1');
    // A socket that breaks in the middle of a call.
    await breakOff(app, notebook, source);
    await call('check', { notebook });
    expect(await call('add_cell', { notebook, source: 'print("in all", count)' })).toContain('in all 2');
    const stopping = call('add_cell', { notebook, source: 'time.sleep(60)' });
    await followUntil(app, notebook, ({ cells }) => cells.some(({ status }) => status === 'running'));
    expect(await call('stop', { notebook })).toContain('interrupted');
    expect(await stopping).toContain('interrupted');
  }
});

test('the endpoint is behind the gate of the app', async () => {
  const app = await openApp();
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const send = (more: Record<string, string>) =>
    fetch(`${app.url}/api/mcp`, { method: 'POST', body, headers: { ...headers, ...more } });
  const own = { authorization: `Bearer ${app.token}` };
  expect((await send({})).status).toBe(401);
  expect((await send({ authorization: 'Bearer wrong' })).status).toBe(401);
  expect((await send({ ...own, origin: 'http://evil.example' })).status).toBe(403);
  expect((await send(own)).status).toBe(200);
  expect((await fetch(`${app.url}/api/mcp`, { headers: own })).status).toBe(405);
});

/** Sends a call, and closes the connection once the cell runs. */
async function breakOff(app: App, notebook: string, source: string): Promise<void> {
  const { port } = new URL(app.url);
  const headers = {
    authorization: `Bearer ${app.token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const request = httpRequest({ port, path: '/api/mcp', method: 'POST', headers });
  request.on('error', () => {});
  const params = { name: 'add_cell', arguments: { notebook, source } };
  request.end(JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params }));
  const isRunning = ({ cells }: Session) =>
    cells.at(-1)?.source === source && cells.length === 3 && cells.at(-1)?.status === 'running';
  await followUntil(app, notebook, isRunning);
  request.destroy();
}
