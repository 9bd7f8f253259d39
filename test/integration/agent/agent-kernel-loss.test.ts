/** What the model is told, and what is restored, when a kernel loses its variables. */
import { expect, test } from 'vitest';
import { createAgentSession, createTestModel, readStdout } from '../../helpers/agent/agent-session.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { promptText, startModelServer } from '../../helpers/model/model-server.ts';

const provider = shareProvider();

test('a kernel that dies is replaced, tools are defined again and the model is told', async () => {
  const own = await provider.start();
  const server = await startModelServer([
    fence('x = 1\nimport os, signal\nos.kill(os.getpid(), signal.SIGKILL)'),
    fence('print("x" in globals(), double(4))'),
    'The variable is gone.',
    'Still here.',
  ]);
  const agent = createAgentSession(own, createTestModel(server));
  own.onStatus((change) => agent.apply({ type: 'kernel-status', ...change }));
  const { run, cells } = await agent.run('Kill', { tools: 'def double(x):\n    return 2 * x' });
  await agent.run('And now?');
  await server.close();
  await own.dispose();
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
  const own = await provider.start();
  const kill = (name: string) =>
    fence(`${name} = 1\nimport os, signal\nos.kill(os.getpid(), signal.SIGKILL)`);
  const server = await startModelServer([kill('a'), kill('b'), kill('c')]);
  const { run } = await createAgentSession(own, createTestModel(server)).run('Kill');
  await server.close();
  await own.dispose();
  expect(run.outcome).toMatchObject({ status: 'stopped', reason: 'kernel-lost' });
});

test('a restart between two tasks is told before the second', async () => {
  const own = await provider.start();
  const server = await startModelServer([fence('z = 1\nprint(z)'), 'z is 1.', 'z is gone.']);
  const agent = createAgentSession(own, createTestModel(server));
  own.onStatus((change) => agent.apply({ type: 'kernel-status', ...change }));
  await agent.run('Set z');
  await own.restart('The user restarted the kernel.');
  await agent.run('What is z?');
  await server.close();
  await own.dispose();
  expect(promptText(server)).toContain('[The kernel was restarted.');
  expect(promptText(server)).toMatch(/is gone; files are not affected\.\]\s+Task: What is z\?/);
});
