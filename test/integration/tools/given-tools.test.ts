/** Functions and modules that a person gives to sessions and runs, against a real kernel. */
import { expect, test } from 'vitest';
import { readStdout } from '../../helpers/agent/agent-session.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { openRuntime } from '../../helpers/runtime/test-runtime.ts';

const provider = shareProvider();

const PRICES = `"""Prices of things."""
from shop.names import clean

RATE = 2

def lookup(item: str) -> float:
    """Price of one item.

    Raises KeyError for an unknown one.
    """
    return {"cpu": 3.0}[clean(item)] * RATE

def _hidden():
    pass
`;
const NAMES = `def clean(name: str) -> str:\n    r"""It's \\d 'quoted' \${here}."""\n    return name.strip().lower()\n`;
const MODULES = { modules: { prices: PRICES, shop: "VERSION = '''1'''\n", 'shop.names': NAMES } };

test('modules of a session can be imported in any order, in every run and after a restart of the kernel', async () => {
  const script = [
    fence('print(prices.lookup(" CPU "))\nimport shop.names, prices as p\nprint(p.RATE, shop.VERSION)'),
    'Done.',
    fence('print(extra() + prices.lookup("cpu"))'),
    'Done.',
    fence('print(extra(), prices.lookup("cpu"))'),
    'Done.',
  ];
  const { runtime, model } = await openRuntime(provider.provider, provider.workspacesDir, script);
  const sessionId = await runtime.sessions.create({ tools: MODULES });
  const ask = async (tools?: string) => {
    const runId = await runtime.runs.start(sessionId, { task: 'Go.', ...(tools ? { tools } : {}) });
    await runtime.runs.wait(runId);
    const { runs, cells, kernel } = await runtime.sessions.read(sessionId);
    const run = runs.at(-1);
    const code = cells.find((cell) => cell.runId === runId && cell.role === 'code');
    return { run, stdout: readStdout(code), names: kernel.names.map(({ name }) => name) };
  };

  const first = await ask();
  expect(first.stdout).toBe('6.0\n2 1\n');
  expect(first.run?.tools.map(({ signature }) => signature)).toEqual([
    'prices.lookup(item: str) -> float',
    'shop.names.clean(name: str) -> str',
  ]);
  expect(first.names).toEqual(['prices', 'shop', 'p']);
  const system = JSON.stringify(model.requests[0]?.messages[0]);
  expect(system).toContain('Raises KeyError');
  expect(system).toContain('These modules are imported already: prices, shop.names.');

  const second = await ask('def extra() -> int:\n    """One."""\n    return 1');
  expect(second.stdout).toBe('7.0\n');
  expect(second.run?.tools.map(({ name }) => name)).toEqual(['prices.lookup', 'shop.names.clean', 'extra']);

  await runtime.kernels.control(sessionId, { action: 'restart' });
  const third = await ask();
  expect(third.stdout).toBe('1 6.0\n');
  expect(third.run?.outcome).toEqual({ status: 'answered' });
});

test('a module that cannot be imported ends the run with a sentence', async () => {
  const { runtime } = await openRuntime(provider.provider, provider.workspacesDir, []);
  const sessionId = await runtime.sessions.create({ tools: { modules: { broken: 'import not_there' } } });
  const runId = await runtime.runs.start(sessionId, { task: 'Go.' });
  await runtime.runs.wait(runId);
  const { runs } = await runtime.sessions.read(sessionId);
  expect(runs[0]?.outcome).toMatchObject({
    status: 'failed',
    code: 'bad-request',
    message: expect.stringContaining("ModuleNotFoundError: No module named 'not_there'"),
  });
});
