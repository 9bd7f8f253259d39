/** The worked examples of the CodeAct literature, in one kernel, over a scripted model server. */
import { expect, test } from 'vitest';
import type { Cell } from '../../../lib/session/session.ts';
import { toShortCellId } from '../../../lib/session/short-cell-id.ts';
import { readStdout } from '../../helpers/agent/agent-session.ts';
import { shareKernel } from '../../helpers/agent/shared-kernel.ts';
import { promptText } from '../../helpers/model/model-server.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';

const { open } = shareKernel();

test('the sum of 1 to 10 is 55', async () => {
  const { server, agent } = await open([
    `I add them up.\n${fence('print(sum(range(1, 11)))')}`,
    'The sum of 1 to 10 is **55**.',
  ]);
  const { run, cells, answer, events } = await agent.run('Calculate the sum of numbers from 1 to 10');

  expect(run.outcome).toEqual({ status: 'answered' });
  expect(cells.map(({ role, status }) => [role, status])).toEqual([
    ['thought', 'idle'],
    ['code', 'ok'],
    ['answer', 'idle'],
  ]);
  expect(readStdout(cells[1])).toBe('55\n');
  expect(answer).toBe('The sum of 1 to 10 is **55**.');
  expect(events.filter(({ type }) => type === 'run-end')).toHaveLength(1);
  expect(events.at(-1)?.type).toBe('run-end');
  expect(server.requests[1]?.messages.slice(1)).toEqual([
    { role: 'user', content: 'Task: Calculate the sum of numbers from 1 to 10' },
    { role: 'assistant', content: `I add them up.\n${fence('print(sum(range(1, 11)))')}` },
    { role: 'user', content: `Observation ${nameObserved(cells[1])}:\n55` },
  ]);
});

const nameObserved = (cell: Cell | undefined) =>
  `In [${cell?.executionCount}] (cell ${toShortCellId(cell?.id ?? '')})`;

const TOOLS = `
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b

def subtract(a: int, b: int) -> int:
    """Subtracts b from a."""
    return a - b

def multiply(a: int, b: int) -> int:
    """Multiplies two numbers."""
    return a * b

def divide(a: int, b: int) -> float:
    """Divides a by b.

    b must not be zero."""
    return a / b

def _private(): ...
`;

test('given functions are described, called, and kept for the next run', async () => {
  const { server, agent } = await open([
    fence('result = add(5, 3)\nprint(multiply(result, 2))'),
    'The result is 16.',
    fence('print(subtract(multiply(result, 2), 1))'),
    'It is 15.',
  ]);
  const first = await agent.run('Add 5 and 3, then multiply the result by 2', { tools: TOOLS });
  const second = await agent.run('And one less?');

  expect(first.cells[0]).toMatchObject({ role: 'tools', author: 'human', status: 'ok', source: TOOLS });
  expect(readStdout(first.cells[1])).toBe('16\n');
  expect(readStdout(second.cells[0])).toBe('15\n');
  const system = String(server.requests[0]?.messages[0]?.content);
  expect(system).toContain('- add(a: int, b: int) -> int\n    Adds two numbers.');
  expect(system).toContain(
    '- divide(a: int, b: int) -> float\n    Divides a by b.\n    \n    b must not be zero.',
  );
  expect(system).not.toContain('_private');
  expect(server.requests[3]?.messages[0]?.content).toBe(system);
});

test('a function defined in one run serves the next', async () => {
  const define = `def fibonacci(n):
    numbers = [0, 1]
    while len(numbers) < n:
        numbers.append(numbers[-1] + numbers[-2])
    return numbers[:n]

print(sum(fibonacci(10)))`;
  const { server, agent } = await open([
    fence(define),
    'The first 10 Fibonacci numbers add up to 88.',
    fence('print(sum(fibonacci(20)))'),
    'The first 20 add up to 10945.',
  ]);
  const first = await agent.run('What is the sum of the first 10 Fibonacci numbers?');
  const second = await agent.run('And of the first 20?');

  expect(readStdout(first.cells[0])).toBe('88\n');
  expect(readStdout(second.cells[0])).toBe('10945\n');
  expect(server.requests[2]?.messages.slice(1)).toEqual([
    { role: 'user', content: 'Task: What is the sum of the first 10 Fibonacci numbers?' },
    { role: 'assistant', content: fence(define) },
    { role: 'user', content: `Observation ${nameObserved(first.cells[0])}:\n88` },
    { role: 'assistant', content: 'The first 10 Fibonacci numbers add up to 88.' },
    { role: 'user', content: expect.stringMatching(/^Task: And of the first 20\?\n\n\[In the kernel now/) },
  ]);
});

test('a failing cell is shown to the model, which corrects it', async () => {
  const data = 'data = [4, 8, 18, 28, 32]\nmean = sum(data) / len(data)\n';
  const spread = 'sqrt(sum((x - mean) ** 2 for x in data) / (len(data) - 1))';
  const print = `print(f"Mean: {mean:.2f}, Std Dev: {${spread}:.2f}")`;
  const { server, agent } = await open([
    fence(data + print),
    `I forgot an import.\n${fence(`from math import sqrt\n${print}`)}`,
    'Mean 18.00, standard deviation 12.17.',
  ]);
  const { cells, run } = await agent.run('Mean and standard deviation of 4, 8, 18, 28, 32');

  expect(cells.map(({ status }) => status)).toEqual(['error', 'idle', 'ok', 'idle']);
  expect(readStdout(cells[2])).toBe('Mean: 18.00, Std Dev: 12.17\n');
  expect(run.outcome).toEqual({ status: 'answered' });
  const told = promptText(server, 1);
  expect(told).toContain("NameError: name 'sqrt' is not defined");
  expect(told).toMatch(/Cell In\[\d+\], line 3/);
  expect(told).not.toContain('\u001b');
});
