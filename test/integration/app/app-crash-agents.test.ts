/** The app is killed while an agent that a run asked works: both go on, and the result comes back. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Session } from '../../../lib/session/session.ts';
import { followUntil, post, startScriptedApp } from '../../helpers/app/app-client.ts';
import { waitUntilUnheard } from '../../helpers/kernel/wait-until-unheard.ts';
import type { Script } from '../../helpers/model/model-server.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const WAIT =
  'import os, time\nprint("on", flush=True)\nwhile not os.path.exists("go"): time.sleep(0.02)\ntotal = base + 42\nprint("total", total)';
const answer: Script = ({ messages }) => {
  const told = JSON.stringify(messages);
  if (told.includes('This is a part of the task'))
    return told.includes('total 4242') ? 'The total is 4242.' : fence(WAIT);
  if (told.includes('print(total * 2)')) return 'Twice the total is 8484.';
  if (told.includes('has ended after')) return fence('print(total * 2)');
  return told.includes('base 4200')
    ? '```ask_agent returns=total\nAdd 42.\n```'
    : fence('base = 4200\nprint("base", base)');
};
const findAsk = ({ runs }: Session) => runs[0]?.steps.at(-1)?.asks?.[0];

test('a run and the agent that it asked continue after a crash', async () => {
  const home = await createTempDir();
  const grace = { ACTBOOK_KERNEL_GRACE_S: '60' };
  const app = await startScriptedApp(answer, home, grace);
  const { id = '' } = await post(app, '/api/sessions');
  await post(app, `/api/sessions/${id}/runs`, { task: 'What is twice the total?', agents: 2 });
  const begun = await followUntil(app, id, (session) => findAsk(session) !== undefined);
  const { agentSessionId = '' } = findAsk(begun) ?? {};
  await followUntil(app, agentSessionId, ({ cells }) => cells.some(({ outputs }) => outputs.length > 0));
  await app.kill('SIGKILL');
  for (const each of [id, agentSessionId]) await waitUntilUnheard(join(home, 'kernels', `${each}.json`));

  const next = await startScriptedApp(answer, home, grace);
  await writeFile(join(home, 'workspaces', agentSessionId, 'go'), '');
  const after = await followUntil(next, id, ({ runs }) => runs[0]?.outcome != null, begun);
  expect(after.runs[0]?.outcome).toEqual({ status: 'answered' });
  const asks = after.runs[0]?.steps.flatMap((step) => step.asks ?? []);
  expect(asks?.map(({ end }) => [end?.answer, end?.returned])).toEqual([
    ['The total is 4242.', [{ name: 'total', as: 'value' }]],
  ]);
  expect(after.cells.at(-1)).toMatchObject({ role: 'answer', source: 'Twice the total is 8484.' });
  expect((await next.request(`/api/sessions/${agentSessionId}`)).status).toBe(404);
});
