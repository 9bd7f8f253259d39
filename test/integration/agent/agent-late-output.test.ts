/** Output that arrives after its cell has ended, from a task that the cell started. */
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { readStdout } from '../../helpers/agent/agent-session.ts';
import { shareKernel } from '../../helpers/agent/shared-kernel.ts';
import { run } from '../../helpers/kernel/kernel-provider.ts';
import { promptText } from '../../helpers/model/model-server.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';

const shared = shareKernel();

const START = `import asyncio
first, second = asyncio.Event(), asyncio.Event()
async def work():
    await first.wait(); print("late\\n", end="", flush=True)
    await second.wait(); print("later", flush=True)
task = asyncio.ensure_future(work())
print("started")`;
const RELEASE = 'first.set()\nawait asyncio.sleep(0)\nprint("released")';

test('it stays with its cell in log and prompt, within a run and after it', async () => {
  const { server, agent } = await shared.open([fence(START), fence(RELEASE), 'Done.']);
  const { events, cells } = await agent.run('Start a task.');
  const [start, release] = cells;
  expect(readStdout(start)).toBe('started\nlate\n');
  expect(readStdout(release)).toBe('released\n');
  expect(start?.hasLateOutput).toBe(true);
  const types = events
    .filter((event) => 'cellId' in event && event.cellId === start?.id)
    .map((event) => event.type);
  expect(types).toEqual(['cell-insert', 'cell-start', 'output-append', 'cell-end', 'output-append']);
  expect(promptText(server, 2)).toContain('started\nlate');

  await run(shared.kernel, 'second.set()\nawait task');
  const after = agent.session.cells.find(({ id }) => id === start?.id);
  expect(readStdout(after)).toBe('started\nlate\nlater\n');
  expect(agent.session.runs[0]?.outcome).toEqual({ status: 'answered' });
});

test('the kernel, which awaits it as long as it lives, keeps nothing else of a run', async () => {
  const { agent } = await shared.open([fence('input()'), 'Done.', fence('input()'), 'Done.']);
  const runOnce = async () => {
    const onInput = async () => 'yes';
    const { cells } = await agent.run('Ask.', { onInput });
    expect(readStdout(cells[0])).toBe('yes\n');
    return new WeakRef(onInput);
  };
  const handler = await runOnce();
  // The last execution is known until the next.
  await runOnce();
  // An object that was looked at is kept until the present task has ended.
  await setImmediate();
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  expect(handler.deref()).toBeUndefined();
});
