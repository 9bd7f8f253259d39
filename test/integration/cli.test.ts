import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT_DIR } from '../helpers/app.ts';
import { runCli } from '../helpers/cli.ts';
import { type ScriptEntry, startModelServer } from '../helpers/model-server.ts';
import { executeNotebook, validateNotebook } from '../helpers/python.ts';
import { createTempDir } from '../helpers/temp-dir.ts';

interface NotebookFile {
  cells: {
    cell_type: string;
    source: string;
    execution_count?: number | null;
    outputs?: { data?: Record<string, string>; text?: string }[];
    metadata: { tags?: string[]; actbook: { role: string } };
  }[];
  metadata: {
    kernelspec: Record<string, string>;
    language_info: Record<string, string>;
    actbook: { runs: { outcome: { status: string }; model: { label: string } }[] };
  };
}

async function readNotebook(path: string): Promise<NotebookFile> {
  return JSON.parse(await readFile(path, 'utf8'));
}

async function setUp(script?: ScriptEntry[]): Promise<{ home: string; env: Record<string, string> }> {
  const home = await createTempDir();
  await copyFile(join(ROOT_DIR, 'test/fixtures/cars.csv'), join(home, 'cars.csv'));
  if (!script) return { home, env: {} };
  const server = await startModelServer(script);
  onTestFinished(() => server.close());
  return {
    home,
    env: { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: 'sk-canary', ACTBOOK_MODEL: 'scripted' },
  };
}

const fence = (code: string) => `Running.\n\n\`\`\`python\n${code}\n\`\`\``;

test('the main job: question and CSV in; right answer, plot and a notebook that reruns out', async () => {
  const { home } = await setUp();
  const question = 'Which plant makes the most units on average? Show a plot.';
  const { code, stdout, stderr } = await runCli(
    ['run', question, '--data', 'cars.csv', '--out', 'out.ipynb'],
    { home },
  );
  expect(code, stderr).toBe(0);
  // 532.76 is the mean of the Leipzig rows that have a number, by pandas.
  expect(stdout).toMatch(/Leipzig/);
  expect(stdout).toMatch(/532\.8|532\.76/);
  expect(stderr).toMatch(/^1 plot is in out\.ipynb\.$/m);

  const notebook = await readNotebook(join(home, 'out.ipynb'));
  const executed = notebook.cells.filter((cell) => cell.cell_type === 'code' && cell.execution_count);
  expect(executed.length).toBeGreaterThanOrEqual(3);
  const png = executed.flatMap((cell) => cell.outputs ?? []).find((output) => output.data?.['image/png']);
  expect(
    Buffer.from(png?.data?.['image/png'] ?? '', 'base64')
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  expect(notebook.cells[0]?.source).toContain(question);
  expect(notebook.cells.at(-1)?.metadata.actbook.role).toBe('answer');
  expect(notebook.metadata.kernelspec).toMatchObject({ name: 'python3', language: 'python' });
  expect(notebook.metadata.language_info).toMatchObject({ name: 'python', file_extension: '.py' });
  expect(notebook.metadata.actbook.runs).toMatchObject([
    { outcome: { status: 'answered' }, model: { label: 'built-in analyst (no language model)' } },
  ]);
  await validateNotebook('out.ipynb', home);
  await executeNotebook('out.ipynb', home);

  const list = await runCli(['sessions'], { home });
  expect(list.stdout).toContain('Which plant makes the most units');
  const sessionId = list.stdout.split(' ')[0] ?? '';
  const exported = await runCli(['export', sessionId.slice(0, 10), '--out', '-'], { home });
  expect(exported.stdout).toBe(await readFile(join(home, 'out.ipynb'), 'utf8'));

  const markdown = await runCli(['export', sessionId, '--format', 'md', '--out', '-'], { home });
  expect(markdown.stdout).toMatch(
    /### Task[\s\S]*Data: `cars\.csv`\n[\s\S]*### Answer[\s\S]*### Work[\s\S]*read_csv/,
  );

  const elsewhere = await createTempDir();
  await runCli(['export', sessionId, '--out', 'copy.ipynb'], { home, cwd: elsewhere });
  expect(await readFile(join(elsewhere, 'cars.csv'))).toEqual(await readFile(join(home, 'cars.csv')));
  await executeNotebook('copy.ipynb', elsewhere);
});

test('a data file with an odd name gets the nearest good one, also beside the notebook', async () => {
  const { home, env } = await setUp([fence('print(open("a_b.csv").read())'), 'Read.']);
  await writeFile(join(home, 'a:b.csv'), 'x\n1\n');
  const out = join(await createTempDir(), 'out.ipynb');
  const { code, stderr } = await runCli(['run', 'Read.', '--data', 'a:b.csv', '--out', out], { home, env });
  expect(code, stderr).toBe(0);
  expect(stderr).toContain('Copied a_b.csv beside the notebook');
  expect((await readNotebook(out)).cells[0]?.source).toContain('`a_b.csv` (keep it beside this notebook)');
});

test('a run corrected on the way still gives a notebook that reruns, and the key is in none of it', async () => {
  const { home, env } = await setUp([
    fence('print(sqrt(16))'),
    fence('from math import sqrt\nimport os\nprint(sqrt(16), sorted(os.environ))'),
    'The root is 4.',
  ]);
  const result = await runCli(['run', 'Root of 16?', '--out', 'out.ipynb', '--json'], { home, env });
  expect(result.code, result.stderr).toBe(0);
  const types = result.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).type);
  expect(types[0]).toBe('session-start');
  expect(types.at(-1)).toBe('run-end');
  const notebook = await readNotebook(join(home, 'out.ipynb'));
  expect(notebook.cells.map((cell) => cell.metadata.tags)).toContainEqual(['raises-exception']);
  await validateNotebook('out.ipynb', home);
  await executeNotebook('out.ipynb', home);
  const written = (await readFile(join(home, 'out.ipynb'), 'utf8')) + result.stdout + result.stderr;
  expect(written).not.toContain('sk-canary');
  expect(written).not.toContain('OPENAI_API_KEY');
});

test('exit code 3 when a limit stops the run', async () => {
  const { home, env } = await setUp([fence('x = 1'), fence('x += 1'), 'x is 2 so far.']);
  const { code, stdout, stderr } = await runCli(['run', 'Count.', '--max-steps', '2'], { home, env });
  expect(code).toBe(3);
  expect(stdout).toBe('x is 2 so far.\n');
  expect(stderr).toContain('No answer after 2 steps');
});

test('with a schema the value alone is printed', async () => {
  const { home, env } = await setUp(['Eight.', '```json\n{"cylinders": 8}\n```']);
  const schema = { type: 'object', properties: { cylinders: { type: 'integer' } }, required: ['cylinders'] };
  await writeFile(join(home, 'schema.json'), JSON.stringify(schema));
  const { code, stdout, stderr } = await runCli(['run', 'How many?', '--schema', 'schema.json'], {
    home,
    env,
  });
  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ cylinders: 8 });
  expect(stderr).toContain('does not fit the JSON Schema');

  await writeFile(join(home, 'schema.json'), '{"type": "objekt"}');
  const bad = await runCli(['run', 'How many?', '--schema', 'schema.json'], { home, env });
  expect(bad.code).toBe(2);
  expect(bad.stderr).toContain('is not a JSON Schema that can be used');
});

test('exit code 1 when the built-in analyst cannot tell what is asked', async () => {
  const { home } = await setUp();
  const question = 'What is the average shipping_cost?';
  const { code, stdout, stderr } = await runCli(['run', question, '--data', 'cars.csv'], { home });
  expect(code, stderr).toBe(1);
  expect(stdout).toContain('There is no column for "shipping_cost" in `cars.csv`');
  expect(stderr).toMatch(/ not answered/);
});

test('exit code 1 and a sentence when the model refuses the key', async () => {
  const { home, env } = await setUp([{ status: 401, error: { message: 'Incorrect API key: sk-canary' } }]);
  const { code, stderr } = await runCli(['run', 'Hello?'], { home, env });
  expect(code).toBe(1);
  expect(stderr).toMatch(/OPENAI_API_KEY/);
  expect(stderr).not.toContain('sk-canary');
});

test('exit code 130 when interrupted in mid-cell, with the run in the log', async () => {
  const { home, env } = await setUp([fence('import time\nprint("started", flush=True)\ntime.sleep(600)')]);
  let sent = false;
  const { code, stderr } = await runCli(['run', 'Wait.', '--out', 'out.ipynb'], {
    home,
    env,
    onProgress: (stderr, kill) => {
      if (sent || !stderr.includes('time.sleep(600)')) return;
      sent = true;
      kill('SIGINT');
    },
  });
  expect(code).toBe(130);
  expect(stderr).toContain('Interrupted.\n');
  const notebook = await readNotebook(join(home, 'out.ipynb'));
  expect(notebook.metadata.actbook.runs).toMatchObject([
    { outcome: { status: 'stopped', reason: 'cancelled' } },
  ]);
  await validateNotebook('out.ipynb', home);
  await executeNotebook('out.ipynb', home);
});

test.each([
  [['run', 'x', '--data', 'missing.csv'], 'There is no file missing.csv'],
  [['run', 'x', '--data', '.'], 'is not a file'],
  [['run', 'x', '--out', 'no/such/folder/out.ipynb'], 'folder of no/such/folder/out.ipynb does not exist'],
  [['run', 'x', '--model', 'nope'], 'There is no model “nope”'],
  [['run', 'x', '--max-steps', 'many'], '--max-steps takes a whole number'],
  [['run', ' '], 'The question is empty.'],
  [['run'], "missing required argument 'task'"],
  [['run', 'x', '--colour'], "unknown option '--colour'"],
  [['frobnicate'], "unknown command 'frobnicate'"],
  [[], 'Usage: actbook'],
  [['serve', '--host', '0.0.0.0'], 'this machine only'],
  [['serve', '--port', 'abc'], '--port takes a number'],
])('exit code 2 and a sentence: %j', async (args, sentence) => {
  const { home } = await setUp();
  const { code, stderr } = await runCli(args, { home });
  expect(code, stderr).toBe(2);
  expect(stderr).toContain(sentence);
  expect(stderr).not.toMatch(/^ {4}at /m);
  const { stdout } = await runCli(['sessions', '--json'], { home });
  expect(JSON.parse(stdout)).toEqual([]);
});

test('a task that only looks like data is kept as it was written', async () => {
  const { home, env } = await setUp(['Fine.']);
  await writeFile(join(home, 'tools.py'), 'def add(a, b):\n    """Adds."""\n    return a + b\n');
  const task = 'What is "{{x}}" & <b>?\n--data';
  const { code, stdout } = await runCli(['run', '--tools', 'tools.py', task], { home, env });
  expect([code, stdout]).toEqual([0, 'Fine.\n']);
});

test('help is complete and goes to stdout', async () => {
  const { home } = await setUp();
  const { code, stdout } = await runCli(['--help'], { home });
  expect(code).toBe(0);
  for (const word of ['serve', 'run', 'sessions', 'export', 'doctor', '130', 'ACTBOOK_HOME']) {
    expect(stdout).toContain(word);
  }
});

test('code and errors cannot command the terminal they are shown on', async () => {
  const clipboard = '\u001b]52;c;cm0gLXJmIH4=\u0007';
  const { home, env } = await setUp([fence(`# ${clipboard}\nraise ValueError("\\x1b[2J\\x9b2J")`), 'Done.']);
  const { code, stderr } = await runCli(['run', 'Hello'], { home, env });
  expect(code, stderr).toBe(0);
  expect(stderr).toContain('ValueError');
  expect(stderr).not.toMatch(/(?![\n\t])\p{Cc}/u);
});
