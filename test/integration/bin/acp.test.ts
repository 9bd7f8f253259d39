/** `actbook acp` as clients use it: over the pipes of its process, by the SDK’s own client. */
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { methods } from '@agentclientprotocol/sdk/unstable';
import { expect, test } from 'vitest';
import { ROOT_DIR } from '../../helpers/app/app.ts';
import { followUntil, isEnded, post, startScriptedApp } from '../../helpers/app/app-client.ts';
import { foldCalls, readChunks, startAcpClient } from '../../helpers/bin/acp-client.ts';
import { runCli } from '../../helpers/bin/cli.ts';
import { createCliHome } from '../../helpers/bin/cli-home.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const { session } = methods.agent;

/** A client's folder with a table, one in a folder below, and what is not data. */
async function createFolder(): Promise<string> {
  const folder = await createTempDir();
  await copyFile(join(ROOT_DIR, 'test/fixtures/cars.csv'), join(folder, 'cars.csv'));
  await mkdir(join(folder, 'more/node_modules'), { recursive: true });
  await writeFile(join(folder, 'more/shops.csv'), 'shop,town\n1,Ulm\n');
  await writeFile(join(folder, 'more/node_modules/own.csv'), 'x\n');
  await writeFile(join(folder, 'notes.md'), '# Notes\n');
  return folder;
}

const text = (words: string) => [{ type: 'text' as const, text: words }];

test('a question is answered with the folder’s data: code, outputs, pictures, and words; the folder stays as it was', async () => {
  const { home, env } = await createCliHome([
    `I look.\n\n${fence('import os\nimport pandas as pd\nprint(sorted(os.listdir()))\npd.read_csv("more/shops.csv")')}`,
    fence(
      '# Draw it\nimport matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()\nopen("out.txt", "w").write("x")',
    ),
    fence('1 / 0'),
    'There is one shop, in Ulm.',
    fence('print(open("linked.txt").read(), open("cars.csv").readline())'),
    'Read.',
  ]);
  const cwd = await createFolder();
  const before = await readdir(cwd, { recursive: true });
  const client = await startAcpClient({ home, env });
  const { agent, updates } = client;
  expect(client.agentInfo).toMatchObject({
    protocolVersion: 1,
    agentInfo: { name: 'actbook' },
    authMethods: [],
  });
  const { sessionId, configOptions, modes } = await agent.request(session.new, { cwd, mcpServers: [] });
  expect(configOptions).toMatchObject([
    { id: 'model', currentValue: expect.stringContaining('scripted') },
    { id: 'approval', currentValue: 'never' },
  ]);
  expect(modes?.currentModeId).toBe('never');

  const reply = await agent.request(session.prompt, { sessionId, prompt: text('Which shops are there?') });
  expect(reply).toMatchObject({ stopReason: 'end_turn', usage: { totalTokens: expect.any(Number) } });
  const [table, drawn, failed] = foldCalls(updates);
  expect(table).toMatchObject({ kind: 'execute', status: 'completed', title: 'print(sorted(os.listdir()))' });
  expect(table?.rawInput).toMatchObject({ command: expect.stringContaining('read_csv') });
  expect(table?.rawOutput).toContain("['cars.csv', 'more']");
  expect(JSON.stringify(table?.content)).toContain('| 0 | 1 | Ulm |');
  expect(drawn).toMatchObject({ status: 'completed', title: 'Draw it' });
  const pictures = drawn?.content?.filter((part) => part.type === 'content' && part.content.type === 'image');
  expect(pictures).toMatchObject([
    { content: { mimeType: 'image/png', data: expect.stringMatching(/^iVBOR/) } },
  ]);
  expect(failed).toMatchObject({ status: 'failed', rawOutput: expect.stringContaining('ZeroDivisionError') });
  const said = 'I look.\n\nThere is one shop, in Ulm.\n\n';
  const [, file = ''] =
    /^Files: \[out\.txt\]\((file:.*)\)\n\n$/.exec(readChunks(updates, 'agent').replace(said, '')) ?? [];
  expect(await readFile(new URL(file), 'utf8')).toBe('x');
  expect(readChunks(updates, 'thought')).toContain('Copied from the folder: more/shops.csv, cars.csv.');
  expect(await readdir(cwd, { recursive: true })).toEqual(before);

  // What has changed is copied again, and what is linked comes along.
  const linked = join(home, 'linked.txt');
  await writeFile(linked, 'linked');
  await writeFile(join(cwd, 'cars.csv'), 'changed\n');
  const count = updates.length;
  const prompt = [
    ...text('Read'),
    { type: 'resource_link' as const, name: 'linked.txt', uri: pathToFileURL(linked).href },
    ...text('.'),
  ];
  await agent.request(session.prompt, { sessionId, prompt });
  expect(foldCalls(updates.slice(count))[0]?.rawOutput).toBe('linked changed');

  const { sessions } = await agent.request(session.list, { cwd });
  expect(sessions).toMatchObject([{ sessionId, cwd, title: expect.any(String) }]);
  expect(await client.leave(), client.stderr()).toBe(0);

  // Another process reads it again, and shows the same.
  const next = await startAcpClient({ home, env });
  await next.agent.request(session.load, { sessionId, cwd, mcpServers: [] });
  expect(readChunks(next.updates, 'user')).toBe('Which shops are there?Read `linked.txt`.');
  expect(readChunks(next.updates, 'agent')).toBe(`${said}Read.\n\n`);
  expect(foldCalls(next.updates)).toEqual(foldCalls(updates));
  await expect(
    next.agent.request(session.load, { sessionId: 's-none', cwd, mcpServers: [] }),
  ).rejects.toThrow();
});

test('code waits for the user of the client, input() asks with a form, and a stop stops', async () => {
  const { home, env } = await createCliHome([
    fence('print("first")'),
    fence('print("second")'),
    'Refused.',
    fence('try:\n    add_packages("no-such-one")\nexcept Exception as error:\n    print("refused")'),
    'Refused too.',
    fence('name = input("Name? ")\nprint("Hello", name)'),
    'Greeted.',
    fence('import time\nprint("waiting", flush=True)\ntime.sleep(600)'),
  ]);
  const client = await startAcpClient({
    ...{ home, env },
    permit: ({ toolCall }) => {
      const asked = JSON.stringify(toolCall);
      // A client that answers without a choice has not permitted anything either.
      return asked.includes('second') ? '' : asked.includes('no-such-one') ? 'refuse' : 'run';
    },
    fillForm: () => ({ action: 'accept', content: { value: 'Ada' } }),
  });
  const { agent, updates } = client;
  const { sessionId } = await agent.request(session.new, { cwd: await createTempDir(), mcpServers: [] });
  const { configOptions } = await agent.request(session.setConfigOption, {
    ...{ sessionId, configId: 'approval', value: 'always' },
  });
  expect(configOptions).toContainEqual(expect.objectContaining({ id: 'approval', currentValue: 'always' }));
  await agent.request(session.prompt, { sessionId, prompt: text('Run two.') });
  expect(foldCalls(updates)).toMatchObject([
    { status: 'completed', rawOutput: 'first' },
    { status: 'failed' },
  ]);
  expect(client.permissions).toHaveLength(2);

  await agent.request(session.setMode, { sessionId, modeId: 'never' });
  // A call of running code asks in any mode.
  await agent.request(session.prompt, { sessionId, prompt: text('Add it.') });
  expect(client.permissions[2]?.toolCall).toMatchObject({ title: expect.stringContaining('add_packages(') });
  expect(foldCalls(updates).slice(2)).toMatchObject([
    { status: 'completed', rawOutput: 'refused' },
    { toolCallId: client.permissions[2]?.toolCall.toolCallId, status: 'failed' },
  ]);

  await agent.request(session.prompt, { sessionId, prompt: text('Greet.') });
  expect(client.forms).toMatchObject([{ mode: 'form', message: 'Name?' }]);
  expect(foldCalls(updates).at(-1)?.rawOutput).toContain('Hello Ada');

  const stopped = agent.request(session.prompt, { sessionId, prompt: text('Wait.') });
  await expect(agent.request(session.prompt, { sessionId, prompt: text('Too early.') })).rejects.toThrow(
    'still being answered',
  );
  await client.until((seen) => foldCalls(seen).at(-1)?.rawOutput === 'waiting');
  await agent.notify(session.cancel, { sessionId });
  expect(await stopped).toMatchObject({ stopReason: 'cancelled' });
  expect(foldCalls(updates).at(-1)).toMatchObject({ status: 'failed' });
});

test('without forms, input() ends at once and says so; a failed run is a failed request; an empty session is deleted', async () => {
  const { home, env } = await createCliHome([fence('input("Name? ")'), 'Nobody answered.', { status: 401 }]);
  const client = await startAcpClient({ home, env });
  const { agent, updates } = client;
  const cwd = await createTempDir();
  const { sessionId } = await agent.request(session.new, { cwd, mcpServers: [] });
  await agent.request(session.new, { cwd, mcpServers: [] });
  const closed = await agent.request(session.new, { cwd: `${cwd}/`, mcpServers: [] });
  await agent.request(session.close, { sessionId: closed.sessionId });
  await expect(agent.request(session.resume, { sessionId: closed.sessionId, cwd })).rejects.toThrow(
    /not found/i,
  );
  await expect(agent.request(session.new, { cwd: 'here', mcpServers: [] })).rejects.toThrow('absolute path');
  await expect(agent.request(session.new, { cwd: `${cwd}/gone`, mcpServers: [] })).rejects.toThrow(
    'is not a folder',
  );
  const wrong = { sessionId, configId: 'model', value: 'none' };
  await expect(agent.request(session.setConfigOption, wrong)).rejects.toThrow('Actbook has no model “none”.');
  await agent.request(session.prompt, { sessionId, prompt: text('Greet.') });
  expect(readChunks(updates, 'agent')).toContain(
    'The code asks for input: “Name?”. It cannot be answered from here.',
  );
  const count = updates.length;
  await expect(agent.request(session.prompt, { sessionId, prompt: text('Again.') })).rejects.toThrow(/key/i);
  // The client shows the error, so the agent does not say it.
  expect(readChunks(updates.slice(count), 'agent')).toBe('');
  await client.leave();
  const { stdout } = await runCli(['sessions', '--json'], { home });
  expect(JSON.parse(stdout)).toMatchObject([{ id: sessionId }]);
});

test('a fork has all variables, or says why not', async () => {
  const { home, env } = await createCliHome([
    fence('total = 41'),
    'Set.',
    fence('print(total + 1)'),
    'It is 42.',
    fence('log = open("log.txt", "w")'),
    'Opened.',
    fence('print("total" in globals())'),
    'Gone.',
  ]);
  const { agent, updates } = await startAcpClient({ home, env });
  const cwd = await createFolder();
  const { sessionId } = await agent.request(session.new, { cwd, mcpServers: [] });
  await agent.request(session.prompt, { sessionId, prompt: text('Set it.') });
  const forked = await agent.request(session.fork, { sessionId, cwd, mcpServers: [] });
  const count = updates.length;
  await agent.request(session.prompt, { sessionId: forked.sessionId, prompt: text('And now?') });
  expect(foldCalls(updates.slice(count))).toMatchObject([{ rawOutput: '42' }]);
  expect(readChunks(updates.slice(count), 'agent')).toBe('It is 42.\n\n');

  await agent.request(session.prompt, { sessionId, prompt: text('Keep a log.') });
  const other = await agent.request(session.fork, { sessionId, cwd, mcpServers: [] });
  const before = updates.length;
  await agent.request(session.prompt, { sessionId: other.sessionId, prompt: text('And now?') });
  expect(foldCalls(updates.slice(before))).toMatchObject([{ rawOutput: 'False' }]);
  expect(readChunks(updates.slice(before), 'agent')).toMatch(/log\.txt, which is open for writing.*\n\nGone/);
});

test('with an app on the home, the work is done there, and the page can answer first', async () => {
  const app = await startScriptedApp([
    fence('print("there")'),
    'Done.',
    fence('total = 42\nprint(total)'),
    'Yes.',
    fence('name = input("Name? ")\nprint("Hello", name)'),
    'Greeted.',
  ]);
  const { home } = app;
  const client = await startAcpClient({ home, permit: () => null });
  const { agent, updates } = client;
  const cwd = await createFolder();
  const { sessionId } = await agent.request(session.new, { cwd, mcpServers: [] });
  await agent.request(session.prompt, { sessionId, prompt: text('Where?') });
  expect(foldCalls(updates)).toMatchObject([{ status: 'completed', rawOutput: 'there' }]);
  const seen = await followUntil(app, sessionId, isEnded);
  expect(seen.files.map(({ name }) => name)).toEqual(['more/shops.csv', 'cars.csv']);

  await agent.request(session.setMode, { sessionId, modeId: 'always' });
  const answered = agent.request(session.prompt, { sessionId, prompt: text('Ask.') });
  const isWaiting = ({ cells }: typeof seen) =>
    cells.some(({ pendingApprovals }) => pendingApprovals.length > 0);
  const waiting = await followUntil(app, sessionId, isWaiting);
  const [request] = waiting.cells.flatMap(({ pendingApprovals }) => pendingApprovals);
  await post(app, `/api/sessions/${sessionId}/approval`, {
    requestId: request?.requestId,
    decision: 'approve',
  });
  expect(await answered).toMatchObject({ stopReason: 'end_turn' });
  expect(foldCalls(updates).at(-1)).toMatchObject({ status: 'completed', rawOutput: '42' });

  await agent.request(session.setMode, { sessionId, modeId: 'never' });
  // What is chosen on the page counts for the client too, which cannot loosen it.
  await app.request(`/api/sessions/${sessionId}/approval`, { method: 'PUT', body: '{"approval":"risky"}' });
  const loosened = agent.request(session.setMode, { sessionId, modeId: 'never' });
  await expect(loosened).rejects.toThrow('only if you choose that on the page');
  await agent.request(session.setMode, { sessionId, modeId: 'always' });
  await agent.request(session.setMode, { sessionId, modeId: 'risky' });
  await app.request(`/api/sessions/${sessionId}/approval`, { method: 'PUT', body: '{"approval":"never"}' });
  const greeted = agent.request(session.prompt, { sessionId, prompt: text('Greet.') });
  const hasInput = ({ cells }: typeof seen) => cells.some(({ pendingInputs }) => pendingInputs.length > 0);
  const asking = await followUntil(app, sessionId, hasInput);
  const [input] = asking.cells.flatMap(({ pendingInputs }) => pendingInputs);
  await post(app, `/api/sessions/${sessionId}/input`, { requestId: input?.requestId, value: 'Eve' });
  await greeted;
  expect(updates).toContainEqual({ sessionUpdate: 'current_mode_update', currentModeId: 'never' });
  expect(foldCalls(updates).at(-1)?.rawOutput).toContain('Hello Eve');
  expect(readChunks(updates, 'agent')).toContain(`“Name?”. Answer it within 60 s on the page: ${app.url}`);
});
