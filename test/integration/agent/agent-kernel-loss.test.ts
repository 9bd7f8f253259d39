/** What the model is told, and what is restored, when a kernel loses its variables. */
import { expect, onTestFinished, test } from 'vitest';
import { createAgentSession, readStdout } from '../../helpers/agent/agent-session.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';
import { promptText, type ScriptEntry } from '../../helpers/model/model-server.ts';
import { serveModel } from '../../helpers/model/serve-model.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';

const provider = shareProvider();

/** An agent in a kernel of its own. */
async function open(script: ScriptEntry[]) {
  const own = await provider.start();
  onTestFinished(() => own.dispose());
  const { server, model } = await serveModel(script);
  const agent = createAgentSession(own, model);
  own.onStatus((change) => agent.apply({ type: 'kernel-status', ...change }));
  return { own, server, agent };
}

test('a kernel that dies is replaced, tools are defined again and the model is told', async () => {
  const { server, agent } = await open([
    fence('x = 1\nimport os, signal\nos.kill(os.getpid(), signal.SIGKILL)'),
    fence('print("x" in globals(), double(4))'),
    'The variable is gone.',
    'Still here.',
  ]);
  const { run, cells } = await agent.run('Kill', { tools: 'def double(x):\n    return 2 * x' });
  await agent.run('And now?');
  expect(run.outcome).toEqual({ status: 'answered' });
  expect(cells.map(({ role, status }) => `${role} ${status}`)).toEqual([
    'tools ok',
    'code kernel-died',
    'tools ok',
    'code ok',
    'answer idle',
  ]);
  expect(readStdout(cells[3])).toBe('False 8\n');
  const told = promptText(server, 1);
  expect(told).toContain('The kernel died while this cell ran.');
  expect(told.match(/all variables, imports and functions are gone/g)).toHaveLength(1);
  expect(told).not.toContain('The kernel was restarted.');
  expect(promptText(server, 3)).not.toContain('The kernel was restarted.');
});

test('a kernel that dies three times ends the run', async () => {
  const kill = (name: string) =>
    fence(`${name} = 1\nimport os, signal\nos.kill(os.getpid(), signal.SIGKILL)`);
  const { agent } = await open([kill('a'), kill('b'), kill('c')]);
  const { run } = await agent.run('Kill');
  expect(run.outcome).toMatchObject({ status: 'stopped', reason: 'kernel-lost' });
});

test('a restart between two tasks is told before the second', async () => {
  const { own, server, agent } = await open([fence('z = 1\nprint(z)'), 'z is 1.', 'z is gone.']);
  await agent.run('Set z');
  await own.restart('The user restarted the kernel.');
  await agent.run('What is z?');
  expect(promptText(server)).toContain('[The kernel was restarted.');
  expect(promptText(server)).toMatch(/is gone; files are not affected\.\]\s+Task: What is z\?/);
});
