/** The command beyond its main job: exit codes, files with odd names, and what it keeps to itself. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { ROOT_DIR, withoutModels } from '../../helpers/app/app.ts';
import { runCli } from '../../helpers/bin/cli.ts';
import { createCliHome, readNotebookFile } from '../../helpers/bin/cli-home.ts';
import { runHere } from '../../helpers/bin/command-line.ts';
import { runOnTerminal } from '../../helpers/bin/terminal.ts';
import { executeNotebook, validateNotebook } from '../../helpers/python.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const fence = (code: string) => `Running.\n\n\`\`\`python\n${code}\n\`\`\``;

test('a data file with an odd name gets the nearest good one, also beside the notebook', async () => {
  const { home, env } = await createCliHome([fence('print(open("a_b.csv").read())'), 'Read.']);
  await writeFile(join(home, 'a:b.csv'), 'x\n1\n');
  const out = join(await createTempDir(), 'out.ipynb');
  const { code, stderr } = await runCli(['run', 'Read.', '--data', 'a:b.csv', '--out', out], { home, env });
  expect(code, stderr).toBe(0);
  expect(stderr).toContain('Copied a_b.csv to the notebook’s folder');
  expect((await readNotebookFile(out)).cells[0]?.source).toContain(
    '`a_b.csv` (keep it in the same folder as this notebook)',
  );
});

test('a run corrected on the way still gives a notebook that reruns, and the key is in none of it', async () => {
  const { home, env } = await createCliHome([
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
  expect(types.slice(-2)).toEqual(['run-end', 'proof']);
  const notebook = await readNotebookFile(join(home, 'out.ipynb'));
  expect(notebook.cells.map((cell) => cell.metadata.tags)).toContainEqual(['raises-exception']);
  await validateNotebook('out.ipynb', home);
  await executeNotebook('out.ipynb', home);
  const written = (await readFile(join(home, 'out.ipynb'), 'utf8')) + result.stdout + result.stderr;
  expect(written).not.toContain('sk-canary');
  expect(written).not.toContain('OPENAI_API_KEY');
});

test('exit code 3 when a limit stops the run', async () => {
  const { home, env } = await createCliHome([fence('x = 1'), fence('x += 1'), 'x is 2 so far.']);
  const { code, stdout, stderr } = await runCli(['run', 'Count.', '--max-steps', '2'], { home, env });
  expect(code).toBe(3);
  expect(stdout).toBe('x is 2 so far.\n');
  expect(stderr).toContain('No answer after 2 steps');
});

test('with a schema the value alone is printed', async () => {
  const { home, env } = await createCliHome([
    'Eight.',
    '```json\n{"cylinders": 8, "id": 98765432101}\n```',
    fence('print(8, 1234567890123456789)'),
    '```json\n{"cylinders": 8, "id": 1234567890123456789}\n```',
  ]);
  const schema = { type: 'object', properties: { cylinders: { type: 'integer' } }, required: ['cylinders'] };
  await writeFile(join(home, 'schema.json'), JSON.stringify(schema));
  const { code, stdout, stderr } = await runCli(['run', 'How many?', '--schema', 'schema.json'], {
    home,
    env,
  });
  expect(code, stderr).toBe(0);
  expect(stdout).toBe('{\n  "cylinders": 8,\n  "id": 1234567890123456789\n}\n');
  expect(stderr).toContain('does not fit the JSON Schema');

  const loose = await runCli(['run', 'How', 'many?', 'cars.csv'], { home, env });
  expect(loose.code).toBe(2);
  expect(loose.stderr).toMatch(/in quotes, and add files with --data.*: many\? cars\.csv$/m);

  await writeFile(join(home, 'schema.json'), '{"type": "objekt"}');
  const bad = await runCli(['run', 'How many?', '--schema', 'schema.json'], { home, env });
  expect(bad.code).toBe(2);
  expect(bad.stderr).toContain('is not a JSON Schema that can be used');
});

test('exit code 1 when the built-in analyst cannot tell what is asked', async () => {
  const { home } = await createCliHome();
  const question = 'What is the average shipping_cost?';
  const { code, stdout, stderr } = await runCli(['run', question, '--data', 'cars.csv'], { home });
  expect(code, stderr).toBe(1);
  expect(stdout).toContain('I do not understand "shipping_cost" in this question');
  expect(stderr).toMatch(/ not answered/);

  const two = `How many rows are there? ${question}`;
  const part = await runCli(['run', two, '--data', 'cars.csv'], { home });
  expect(part.code, part.stderr).toBe(1);
  expect(part.stdout).toMatch(/Number of rows.*I do not understand "shipping_cost"/s);
  expect(part.stderr).toContain(' partial answer');
});

test('exit code 1 and a sentence when the model refuses the key', async () => {
  const { home, env } = await createCliHome([
    { status: 401, error: { message: 'Incorrect API key: sk-canary' } },
  ]);
  const { code, stderr } = await runCli(['run', 'Hello?'], { home, env });
  expect(code).toBe(1);
  expect(stderr).toMatch(/OPENAI_API_KEY/);
  expect(stderr).not.toContain('sk-canary');
});

test('a model that asks back is answered at the terminal; exit code 6 without one', async () => {
  const ask = 'Two columns are revenue.\n\nAsk: Which revenue? [net / gross]';
  const { home, env } = await createCliHome([ask, fence('print(19 + 23)'), 'Gross is 42.', ask]);
  const script = [{ after: 'Your answer', keys: '2\n' }];
  const { code, screen } = await runOnTerminal(['run', 'Revenue?'], { home, env, script });
  expect(code, screen).toBe(0);
  expect(screen).toContain('Gross is 42.');

  const alone = await runCli(['run', 'Revenue?'], { home, env });
  expect(alone.code, alone.stderr).toBe(6);
  expect(alone.stdout).toBe('Two columns are revenue.\n\nWhich revenue?\n');
  expect(alone.stderr).toContain('asked back: net / gross');
});

test('exit code 5 and a sentence when the answer has a number that no output has', async () => {
  const { home, env } = await createCliHome([fence('print(1)'), 'It is 71,834.25.', 'It is 71,834.25.']);
  const { code, stdout, stderr } = await runCli(['run', 'How many?'], { home, env });
  expect([code, stdout], stderr).toEqual([5, 'It is 71,834.25.\n']);
  expect(stderr).toMatch(/71,834\.25[^\n]*\n(?:[^\n]*\n)*From a clean start: /);
});

test('exit code 130 when interrupted during a cell, with the run in the log', async () => {
  const { home, env } = await createCliHome([
    fence('import time\nprint("started", flush=True)\ntime.sleep(600)'),
  ]);
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
  const notebook = await readNotebookFile(join(home, 'out.ipynb'));
  expect(notebook.metadata.actbook.runs).toMatchObject([
    { outcome: { status: 'stopped', reason: 'cancelled' } },
  ]);
  await validateNotebook('out.ipynb', home);
  await executeNotebook('out.ipynb', home);
});

describe('wrong use', () => {
  let home: string;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'actbook-test-'));
  });
  afterAll(() => rm(home, { recursive: true }));

  it.each([
    [['run', 'x', '--data', '.'], 'is not a file'],
    [['run', 'x', '--out', 'no/such/folder/out.ipynb'], 'no/such/folder/out.ipynb cannot be written'],
    [['run', 'x', '--out', '.'], '. is a folder. Add a file name.'],
    [['export', 's-', '--out', 'no/such/folder/out.ipynb'], 'There is no folder'],
    [['run', 'x', '--out', '/proc/out.ipynb'], '/proc/out.ipynb cannot be written.'],
    [['run', 'x', '--out', ''], 'The name of the file to write is empty.'],
    [['export', 's-', '--out', '.'], '. is a folder. Add a file name.'],
    [['export', 'nope'], 'No session ID starts with “nope”'],
    [['run', 'x', '--session', 'nope'], 'No session ID starts with “nope”'],
    [['run', 'x', '--session', 's-', '--kernel', 'ir'], 'A session keeps its kernel'],
    [['verify', 'nope'], 'No session ID starts with “nope”'],
    [['run', 'x', '--model', 'nope'], 'There is no model “nope”'],
    [['run', 'x', '--max-steps', 'many'], '--max-steps takes a whole number'],
    [['run', ' '], 'The question is empty.'],
    [['run'], "missing required argument 'task'"],
    [['run', 'x', '--size'], "unknown option '--size'"],
    [['frobnicate'], "unknown command 'frobnicate'"],
  ])('gives exit code 2 and a sentence: %j', async (args, sentence) => {
    const { code, stderr } = await runHere(args, { home });
    expect(code, stderr).toBe(2);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/^ {4}at /m);
  });

  it.each([
    [['run', 'x', '--data', 'missing.csv'], 'There is no file missing.csv'],
    [['serve', '--host', '0.0.0.0'], 'this machine only'],
    [['serve', '--port', 'abc'], '--port takes a number'],
  ])('ends a process of its own in the same way: %j', async (args, sentence) => {
    const { code, stdout, stderr } = await runCli(args, { home });
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(sentence)]);
  });

  it('begins no session', async () => {
    const { stdout } = await runHere(['sessions', '--json'], { home });
    expect(JSON.parse(stdout)).toEqual([]);
  });
});

test('a task that only looks like data is kept as it was written', async () => {
  const { home, env } = await createCliHome(['Fine.']);
  await writeFile(join(home, 'tools.py'), 'def add(a, b):\n    """Adds."""\n    return a + b\n');
  const task = 'What is "{{x}}" & <b>?\n--data';
  const { code, stdout } = await runCli(['run', '--tools', 'tools.py', task], { home, env });
  expect([code, stdout]).toEqual([0, 'Fine.\n']);
});

test('doctor finds a data folder that cannot be created', async () => {
  const { home } = await createCliHome();
  const file = join(home, 'file');
  await writeFile(file, '');
  const { code, stdout } = await runHere(['doctor'], { home, env: { ACTBOOK_HOME: join(file, 'home') } });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^FAIL +state +\S+file\/home cannot be created or written\n +→ .*ACTBOOK_HOME/m);
});

test('help is complete and goes to stdout', async () => {
  const { home } = await createCliHome();
  const { code, stdout } = await runHere(['--help'], { home });
  expect(code).toBe(0);
  for (const word of ['serve', 'run', 'sessions', 'export', 'doctor', '130', 'ACTBOOK_HOME']) {
    expect(stdout).toContain(word);
  }
});

test('code, errors, answers and titles cannot command the terminal that shows them', async () => {
  const clipboard = '\u001b]52;c;cm0gLXJmIH4=\u0007';
  const { home, env } = await createCliHome([
    fence(`# ${clipboard}\nraise ValueError("\\x1b[2J\\x9b2J")`),
    `Done${clipboard}.\n\nTitle: All ${clipboard}done`,
  ]);
  const { code, stdout, stderr } = await runCli(['run', 'Hello'], { home, env });
  expect(code, stderr).toBe(0);
  expect(stderr).toContain('ValueError');
  expect(stderr).not.toMatch(/(?![\n\t])\p{Cc}/u);
  expect(stdout).toBe('Done.\n');
  const sessions = await runCli(['sessions'], { home, env });
  expect(sessions.stdout).toMatch(/^s\S+ {2}\S+ \S+ {2}answered {2}All done\n$/);
});

test.runIf(existsSync('/dev/full'))(
  'output that a full disk does not take is one sentence and exit code 1',
  async () => {
    const home = await createTempDir();
    const args = [process.execPath, join(ROOT_DIR, 'bin/cli.ts'), 'models', 'list'];
    const env = { ...withoutModels(process.env), ACTBOOK_HOME: home };
    const child = spawn('sh', ['-c', '"$@" >/dev/full', 'sh', ...args], { env });
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect(stderr).toMatch(/(?:^|\n)actbook: The output could not be written: ENOSPC[^\n]*\n$/);
    expect(code).toBe(1);
  },
);
