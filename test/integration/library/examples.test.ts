/** Every program of `examples/`, against real kernels, with what each needs over real sockets. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT_DIR, withoutModels } from '../../helpers/app/app.ts';
import { startStockServer } from '../../helpers/kernel/kernel-server.ts';
import { promptText, type ScriptEntry, startModelServer } from '../../helpers/model/model-server.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { serveHttp } from '../../helpers/serve-http.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

/** As its readers run it: in a process of its own. Resolves to what it printed; throws with what it complained of when it fails. */
async function runExample(
  name: string,
  { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {},
): Promise<string> {
  const path = join(ROOT_DIR, 'examples', name);
  const child = spawn(process.execPath, [path, ...args], {
    env: { ...withoutModels(process.env), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (child.exitCode !== 0) throw new Error(`${name} ended with code ${child.exitCode}:\n${stderr}`);
  return stdout;
}

async function startModel(script: ScriptEntry[]) {
  const server = await startModelServer(script);
  onTestFinished(() => server.close());
  const env = { OPENAI_BASE_URL: server.baseUrl, ACTBOOK_MODEL: 'scripted' };
  return { server, env };
}

test('examples/README.md lists every program, and this file runs each', async () => {
  const folder = join(ROOT_DIR, 'examples');
  const [readme, tests] = await Promise.all([
    readFile(join(folder, 'README.md'), 'utf8'),
    readFile(import.meta.filename, 'utf8'),
  ]);
  const programs = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
  expect(programs.filter((name) => !readme.includes(`[${name}](${name})`))).toEqual([]);
  expect(programs.filter((name) => !tests.includes(`runExample('${name}'`))).toEqual([]);
});

test('penguins-plot: the answer on the terminal, the notebook and the plot as files', async () => {
  const folder = await createTempDir();
  const printed = await runExample('penguins-plot.ts', { args: [folder] });

  expect(printed).toContain('Gentoo');
  const notebook = JSON.parse(await readFile(join(folder, 'penguins.ipynb'), 'utf8'));
  expect(notebook).toMatchObject({ nbformat: 4, metadata: { actbook: { title: 'Penguins' } } });
  expect((await readFile(join(folder, 'penguins.png'))).subarray(1, 4).toString()).toBe('PNG');
});

test('fibonacci: given functions are called, and the second question uses what the first defined', async () => {
  const define = `def fibonacci(n):
    numbers = [0, 1]
    while len(numbers) < n:
        numbers.append(add(numbers[-1], numbers[-2]))
    return numbers

print(sum(fibonacci(10)))`;
  const { server, env } = await startModel([
    fence(define),
    'The first 10 Fibonacci numbers add up to 88.',
    fence('print(sum(fibonacci(20)))'),
    'The first 20 Fibonacci numbers add up to 10945.',
  ]);
  const printed = await runExample('fibonacci.ts', { env });

  expect(printed).toContain('→ 88\n');
  expect(printed).toContain('→ 10945\n');
  expect(printed).toContain('The first 20 Fibonacci numbers add up to 10945.');
  expect(promptText(server, 0)).toContain('add(a: int, b: int) -> int');
});

test('custom-model: a server with a protocol of its own answers', async () => {
  const replies = [
    fence('print(sum(all(n % d for d in range(2, int(n**0.5) + 1)) for n in range(2, 10_000)))'),
    'There are 1229.',
  ];
  const asked: unknown[] = [];
  const ollama = await serveHttp(async (request, response) => {
    asked.push(await json(request));
    const [first = '', second = ''] = [
      replies[asked.length - 1]?.slice(0, 9),
      replies[asked.length - 1]?.slice(9),
    ];
    const lines = [
      { message: { role: 'assistant', content: first }, done: false },
      { message: { role: 'assistant', content: second }, done: false },
      { message: { content: '' }, done: true, prompt_eval_count: 50, eval_count: 8 },
    ];
    response.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  });
  const printed = await runExample('custom-model.ts', { args: ['little', ollama] });

  expect(printed).toContain('There are 1229.\n100 + 16 tokens');
  expect(asked[0]).toMatchObject({
    model: 'little',
    stream: true,
    messages: [{ role: 'system' }, { role: 'user' }],
  });
  expect(JSON.stringify(asked[1])).toContain('1229');
});

test('custom-kernel: the code runs on the Jupyter server that was named', async () => {
  const jupyter = await startStockServer({ env: { ACTBOOK_EXAMPLE: 'theirs' } });
  onTestFinished(() => jupyter.stop());
  const { server, env } = await startModel([
    fence('import os; print(os.environ["ACTBOOK_EXAMPLE"])'),
    'On the machine of your Jupyter server.',
  ]);
  const printed = await runExample('custom-kernel.ts', { env, args: [jupyter.url, jupyter.token] });

  expect(printed).toContain('On the machine of your Jupyter server.');
  expect(printed).toMatch(/Python 3.*: ipython [\d.]+, isolation: remote/);
  expect(promptText(server)).toContain('theirs');
});

test('laptops: the answer is a value by the schema; one that is not is sent back once', async () => {
  const { server, env } = await startModel([
    fence(`weights = {"performance": 0.5, "battery": 0.3, "price": 0.2}
laptops = {
    "Laptop A": {"performance": 80, "battery": 70, "price": 90},
    "Laptop B": {"performance": 90, "battery": 85, "price": 82.5},
    "Laptop C": {"performance": 70, "battery": 95, "price": 75},
}
print({name: round(sum(v[k] * weights[k] for k in weights), 1) for name, v in laptops.items()})`),
    '```json\n{"best": "Laptop B"}\n```',
    '```json\n{"scores": {"Laptop A": 79.0, "Laptop B": 87.0, "Laptop C": 78.5}, "best": "Laptop B", "reason": "It leads in two of three."}\n```',
  ]);
  const printed = await runExample('laptops.ts', { env });

  expect(printed).toContain('Laptop B: It leads in two of three.');
  expect(printed).toContain('78.5');
  expect(promptText(server, 1)).toContain("'Laptop B': 87.0");
  expect(promptText(server, 2)).toMatch(/scores/);
});

test('host-tools: code in a box calls the program’s functions; a risky one waits for its word', async () => {
  const { server, env } = await startModel([
    fence(`items = ["screws", "nails", "hinges"]
stock = {item: look_up(item) for item in items}
print(sum(each["count"] * each["price"] for each in stock.values()))`),
    fence('print(order(item="hinges", count=100))'),
    'The stock is worth 218 euros. I ordered 100 hinges.',
  ]);
  const printed = await runExample('host-tools.ts', { env });

  expect(printed.match(/called look_up/g)).toHaveLength(3);
  expect(printed).toContain('called look_up {"item":"screws"}');
  expect(printed).toMatch(/May this run\? order\(.*hinges/);
  expect(promptText(server, 0)).toContain('Count and price in euros');
  expect(promptText(server, 1)).toContain('218.0');
  expect(promptText(server, 2)).toContain('Ordered 100 hinges.');
  expect(printed).toContain('I ordered 100 hinges.');
});

test('mcp: tools of a server process are functions of a Python module', async () => {
  const { server, env } = await startModel([
    fence('import shop\nprint(shop.get_price("cpu", count=2))'),
    'It tells prices: two of them cost 5 euros.',
  ]);
  const shop = join(ROOT_DIR, 'test/helpers/tools/mcp-server.ts');
  const printed = await runExample('mcp.ts', { env, args: ['shop', process.execPath, shop] });

  expect(printed).toContain('has shop.get_price(item: str');
  expect(printed).toContain('called shop.get-price');
  expect(printed).toContain('two of them cost 5 euros');
  expect(promptText(server, 1)).toContain("'total': 5");
});
