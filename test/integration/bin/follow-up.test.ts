/** Follow-ups from the command line: in a session of its own process, and in one of an app that runs beside it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Session } from '../../../lib/session/session.ts';
import { followUntil, isEnded, post, startScriptedApp } from '../../helpers/app/app-client.ts';
import { runCli } from '../../helpers/bin/cli.ts';
import { createCliHome, readNotebookFile } from '../../helpers/bin/cli-home.ts';
import { runOnTerminal } from '../../helpers/bin/terminal.ts';
import type { ModelServerRequest } from '../../helpers/model/model-server.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';

/** Answers with what of `wanted` it was told. */
const tell =
  (...wanted: string[]) =>
  ({ messages }: ModelServerRequest) => {
    const prompt = JSON.stringify(messages);
    return `Told: ${wanted.filter((text) => prompt.includes(text)).join('|')}`;
  };

const findId = (stderr: string) =>
  /^To follow up: actbook run --session (\S+) "QUESTION"$/m.exec(stderr)?.[1] ?? '';

test('without an app, a follow-up continues the notebook with a new kernel, and the model is told so', async () => {
  const { home, env } = await createCliHome([
    fence('total = 19 + 23\nprint(total)'),
    'It is 42.',
    fence('total = 40 + 3\nprint(total)'),
    tell('How many?', 'The kernel was restarted.', 'Gone: total', 'cars.csv'),
  ]);
  const first = await runCli(['run', 'How many?', '--no-verify'], { home, env });
  expect(first.code, first.stderr).toBe(0);
  const id = findId(first.stderr);

  const flags = ['--session', id.slice(0, 12), '--data', 'cars.csv', '--out', 'out.ipynb', '--json'];
  const next = await runCli(['run', 'And now?', ...flags], { home, env });
  expect(next.code, next.stderr).toBe(0);
  const events = next.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events[0]).toMatchObject({ type: 'file-add', sessionId: id, name: 'cars.csv' });
  const answer = events.findLast(({ type, role }) => type === 'cell-insert' && role === 'answer');
  expect(answer.source).toBe('Told: How many?|The kernel was restarted.|Gone: total|cars.csv');
  const notebook = await readNotebookFile(join(home, 'out.ipynb'));
  expect(notebook.metadata.actbook.runs).toHaveLength(2);
  const { stdout } = await runCli(['sessions', '--json'], { home });
  expect(JSON.parse(stdout)).toMatchObject([{ id }]);
});

test('with an app, a follow-up runs there: same kernel, same model; the terminal answers, and stops it', async () => {
  const app = await startScriptedApp([
    fence('total = 42'),
    'Set.',
    fence('print(f"{total} still", open("more.csv").read())'),
    tell('42 still', 'x,y', 'The kernel was restarted.'),
    fence('name = input("Name? ")\ninput("Sure? ")'),
    tell('Name? Ada', 'EOFError'),
    fence('import time\ntime.sleep(600)'),
  ]);
  const { home } = app;
  await writeFile(join(home, 'more.csv'), 'x,y\n');
  const { id = '' } = await post(app, '/api/sessions');
  await post(app, `/api/sessions/${id}/runs`, { task: 'Set it.' });
  await followUntil(app, id, isEnded);

  const ask = ['run', '--session', id, 'And now?'];
  const next = await runCli([...ask, '--data', 'more.csv'], { home });
  expect([next.code, next.stdout], next.stderr).toEqual([0, 'Told: 42 still|x,y\n']);
  expect(next.stderr).not.toContain('starting a kernel');
  expect(next.stderr).toContain('From a clean start: ');
  expect(findId(next.stderr)).toBe(id);

  const script = [
    { after: 'asks for input:\r\nName? ', keys: 'Ada\r' },
    { after: 'asks for input:\r\nSure? ', keys: '\x04' },
  ];
  const { code, screen } = await runOnTerminal([...ask, '--no-verify'], { home, script });
  expect(code, screen).toBe(0);
  expect(screen).toContain('Told: Name? Ada|EOFError');

  let isSent = false;
  const stopped = await runCli(ask, {
    home,
    onProgress: (stderr, kill) => {
      if (isSent || !stderr.includes('time.sleep(600)')) return;
      isSent = true;
      kill('SIGINT');
    },
  });
  expect(stopped.code, stopped.stderr).toBe(130);
  const last = (session: Session) => session.runs.at(-1)?.outcome;
  const session = await followUntil(app, id, (each) => isEnded(each) && each.runs.length === 4);
  expect(last(session)).toMatchObject({ status: 'stopped', reason: 'cancelled' });

  await writeFile(join(home, 'mcp.json'), '{"mcpServers": {}}');
  const refused = await runCli([...ask, '--mcp', 'mcp.json'], { home });
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('set ACTBOOK_MCP_CONFIG')]);
});

test('a follow-up whose app crashes says so', async () => {
  const app = await startScriptedApp([fence('import time\ntime.sleep(600)')]);
  const { id = '' } = await post(app, '/api/sessions');
  const { code, stderr } = await runCli(['run', '--session', id, 'Wait.'], {
    home: app.home,
    onProgress: (shown) => {
      if (shown.includes('time.sleep(600)')) void app.kill('SIGKILL');
    },
  });
  expect(code).toBe(1);
  expect(stderr).toContain('The app that works on this question has ended.');
});
