/** Output that arrives after its cell has ended, from a task that the cell started. */
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Kernel } from '../../../lib/kernel/kernel.ts';
import { createAgentSession, createTestModel, readStdout } from '../../helpers/agent/agent-session.ts';
import { openSharedProvider, run, type TestProvider } from '../../helpers/kernel/kernel-provider.ts';
import { promptText, startModelServer } from '../../helpers/model/model-server.ts';

let provider: TestProvider;
let kernel: Kernel;

beforeAll(async () => {
  provider = await openSharedProvider();
  kernel = await provider.start();
});
afterAll(() => provider.dispose());

const fence = (code: string) => `\`\`\`python\n${code}\n\`\`\``;

const START = `import asyncio
first, second = asyncio.Event(), asyncio.Event()
async def work():
    await first.wait(); print("late\\n", end="", flush=True)
    await second.wait(); print("later", flush=True)
task = asyncio.ensure_future(work())
print("started")`;
const RELEASE = 'first.set()\nawait asyncio.sleep(0)\nprint("released")';

test('it stays with its cell in log and prompt, within a run and after it', async () => {
  const server = await startModelServer([fence(START), fence(RELEASE), 'Done.']);
  const agent = createAgentSession(kernel, createTestModel(server));
  const { events, cells } = await agent.run('Start a task.');
  await server.close();
  const [start, release] = cells;
  expect(readStdout(start)).toBe('started\nlate\n');
  expect(readStdout(release)).toBe('released\n');
  expect(start?.hasLateOutput).toBe(true);
  const types = events
    .filter((event) => 'cellId' in event && event.cellId === start?.id)
    .map((event) => event.type);
  expect(types).toEqual(['cell-insert', 'cell-start', 'output-append', 'cell-end', 'output-append']);
  expect(promptText(server, 2)).toContain('started\nlate');

  await run(kernel, 'second.set()\nawait task');
  const after = agent.session.cells.find(({ id }) => id === start?.id);
  expect(readStdout(after)).toBe('started\nlate\nlater\n');
  expect(agent.session.runs[0]?.outcome).toEqual({ status: 'answered' });
});

test('the kernel, which awaits it as long as it lives, keeps nothing else of a run', async () => {
  const server = await startModelServer([fence('input()'), 'Done.', fence('input()'), 'Done.']);
  const agent = createAgentSession(kernel, createTestModel(server));
  const runOnce = async () => {
    const onInput = async () => 'yes';
    const { cells } = await agent.run('Ask.', { onInput });
    expect(readStdout(cells[0])).toBe('yes\n');
    return new WeakRef(onInput);
  };
  const handler = await runOnce();
  // The last execution is known until the next.
  await runOnce();
  await server.close();
  // An object that was looked at is kept until the present task has ended.
  await setImmediate();
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  expect(handler.deref()).toBeUndefined();
});
