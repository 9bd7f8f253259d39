/** Every program of `examples/`, against real kernels, with what each needs over real sockets. */
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT_DIR } from '../helpers/app.ts';
import { startStockServer } from '../helpers/kernel-server.ts';
import { promptText, type ScriptEntry, startModelServer } from '../helpers/model-server.ts';
import { runExample } from '../helpers/run-example.ts';
import { createTempDir } from '../helpers/temp-dir.ts';

const fence = (code: string) => `\`\`\`python\n${code}\n\`\`\``;

async function startModel(script: ScriptEntry[]) {
  const server = await startModelServer(script);
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
  await server.close();
});

test('custom-model: a server with a protocol of its own answers', async () => {
  const replies = [
    fence('print(sum(all(n % d for d in range(2, int(n**0.5) + 1)) for n in range(2, 10_000)))'),
    'There are 1229.',
  ];
  const asked: unknown[] = [];
  const ollama = createServer(async (request, response) => {
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
  await new Promise<void>((resolve) => ollama.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    ollama.close();
  });
  const { port } = ollama.address() as AddressInfo;
  const printed = await runExample('custom-model.ts', { args: ['little', `http://127.0.0.1:${port}`] });

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
  await server.close();
});
