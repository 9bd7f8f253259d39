/** The command `actbook verify` and the library's `verify`: files, sessions, exit codes, and what the code can reach. */
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Annotation } from '../../../bin/terminal/to-annotations.ts';
import { createActbook } from '../../../lib/index.ts';
import { Verification, type VerifyProgress } from '../../../lib/protocol/verification/verification.ts';
import { runCli } from '../../helpers/bin/cli.ts';
import { runHere } from '../../helpers/bin/command-line.ts';
import { listWorkspaces } from '../../helpers/box/list-workspaces.ts';
import { startModelServer } from '../../helpers/model/model-server.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

function code(source: string, printed: string | null, tags: string[] = []) {
  const outputs = printed === null ? [] : [{ output_type: 'stream', name: 'stdout', text: printed }];
  return { cell_type: 'code', execution_count: 1, metadata: { tags }, outputs, source };
}

async function create(cells: unknown[]) {
  const home = await createTempDir();
  const dir = join(home, 'notebooks');
  await mkdir(dir);
  const path = join(dir, 'in.ipynb');
  // The environment that it was made in is not here.
  const metadata = { kernelspec: { name: 'my-venv', display_name: 'Mine', language: 'python' } };
  await writeFile(path, JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 4 }, null, 1));
  return { home, dir, path };
}

const readReport = (stdout: string) => Verification.parse(JSON.parse(stdout));

test('a file that reproduces: exit code 0, with a copy of its data and nothing else', async () => {
  const list = 'import os\nprint(sorted(os.path.join(at, f)[2:] for at, _, fs in os.walk(".") for f in fs))';
  const { home, dir, path } = await create([
    { cell_type: 'markdown', metadata: {}, source: '# Sums' },
    code('print(sum(map(int, open("data/n.txt"))))\n_ = open("data/n.txt", "w").write("0")', '6\n'),
    code(list, "['data/n.txt']\n"),
  ]);
  await mkdir(join(dir, 'data'));
  await writeFile(join(dir, 'data', 'n.txt'), '1\n2\n3\n');
  await writeFile(join(dir, '.secret'), 'hidden');
  await writeFile(join(home, 'outside.txt'), 'outside');
  await symlink(join(home, 'outside.txt'), join(dir, 'link.txt'));
  // Its name is not UTF-8, so it cannot be asked for.
  await writeFile(Buffer.from(join(dir, 'data', 'b\xff.txt'), 'latin1'), 'unread');
  const before = await readFile(path, 'utf8');
  const { code: exitCode, stdout, stderr } = await runCli(['verify', path], { home });
  expect(exitCode, stderr + stdout).toBe(0);
  const lines = stdout.split('\n');
  expect(lines.slice(0, 3)).toEqual(['cell 2    same', 'cell 3    same', '']);
  expect(lines[3]).toMatch(/^Reproduced · 2 of 2 cells the same · [\d.]+ s$/);
  expect(lines[4]).toMatch(/^Python 3\.\d+\.\d+ · 1 clean run · 1 file$/);
  // Nothing here has changed.
  expect(await readFile(path, 'utf8')).toBe(before);
  expect(await readFile(join(dir, 'data', 'n.txt'), 'utf8')).toBe('1\n2\n3\n');
  expect((await readdir(dir)).sort()).toEqual(['.secret', 'data', 'in.ipynb', 'link.txt']);
});

test('what differs, fails, asks, or needs the network: exit code 1, as text and as JSON', async () => {
  const { home, path } = await create([
    code('print("mean", 4.19)', 'mean 4.21\n'),
    code('print(rate)', '5\n'),
    code('input("Who? ")', null),
    code('import urllib.request\nurllib.request.urlopen("http://data.example/x")', null),
    code('print("\\x1b[2Jcell 6    same")\nprint("Reproduced · 6 of 6 cells")', 'x\ny\n'),
  ]);
  const { code: exitCode, stdout } = await runCli(['verify', path, '--json'], { home });
  const report = readReport(stdout);
  expect(exitCode).toBe(1);
  expect(report.cells.map(({ verdict, notRun, reason }) => [verdict, notRun, reason])).toEqual([
    ['differs', undefined, undefined],
    ['failed', undefined, '`rate` is defined by no other cell.'],
    ['not-run', 'input', 'It asks for input, which nobody can answer here.'],
    ['not-run', 'network', 'It needs the network, which a clean run does not have.'],
    ['differs', undefined, undefined],
  ]);
  expect(report.kernel.isolation).toBe('box');
  const annotations = join(home, 'found.json');
  const text = (await runCli(['verify', path, '--annotations', annotations], { home })).stdout;
  const found = JSON.parse(await readFile(annotations, 'utf8')) as Annotation[];
  expect(found.map(({ title }) => title)).toEqual([
    'Cell 1: differs',
    'Cell 2: failed',
    'Cell 3: not run',
    'Cell 4: not run',
    'Cell 5: differs',
  ]);
  const lines = (await readFile(path, 'utf8')).split('\n');
  expect(found[1]).toMatchObject({
    path: expect.stringMatching(/notebooks\/in\.ipynb$/),
    annotation_level: 'failure',
    message: expect.stringMatching(/^`rate` is defined by no other cell\.\n/),
  });
  const second = lines.slice((found[1]?.start_line ?? 0) - 1, found[1]?.end_line).join('\n');
  expect(JSON.parse(second.replace(/,$/, ''))).toMatchObject({ source: 'print(rate)' });
  expect(text).toContain('cell 1    differs  \n'.trimEnd());
  expect(text).toContain('    text, line 1, part 2: mean 4.21, here 4.19\n');
  expect(text).toContain('Not reproduced · 0 of 5 cells the same · 2 differs · 1 failed · 2 not run · ');
  // A line of an output is never a line of the report.
  expect(text.split('\n').filter((line) => /^(?:cell 6|Reproduced)/.test(line))).toEqual([]);
  expect(text).not.toContain('\u001b');
});

test('a notebook without code has nothing to verify: exit code 1, and an outcome of its own', async () => {
  const { home, path } = await create([
    { cell_type: 'markdown', metadata: {}, source: '# Sums' },
    code(' ', null),
  ]);
  const text = await runCli(['verify', path, '--annotations', 'github'], { home });
  expect([text.code, text.stdout]).toEqual([
    1,
    expect.stringMatching(
      /^::error file=\S+\/in\.ipynb,line=1,endLine=1,title=No code to verify::.+\n\nNo code to verify · 0 of 0 cells/,
    ),
  ]);
  const { code: exitCode, stdout } = await runCli(['verify', path, '--json', '--allow-varying'], { home });
  expect([exitCode, readReport(stdout).outcome]).toEqual([1, 'no-code']);
});

test('annotations that cannot be written are refused before anything runs', async () => {
  const { home, path } = await create([code('print(1)', '1\n')]);
  const before = await readFile(path, 'utf8');
  for (const [file, sentence] of [
    [join(home, 'none/found.json'), 'There is no folder'],
    [path, 'is the notebook itself'],
  ] as const) {
    const { code, stdout, stderr } = await runHere(['verify', path, '--annotations', file], { home });
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(sentence)]);
  }
  expect(await readFile(path, 'utf8')).toBe(before);
});

test('--allow-varying, and limits', async () => {
  const { home, path } = await create([code('import random\nprint(random.random())', '0.5\n')]);
  const report = readReport((await runCli(['verify', path, '--json'], { home })).stdout);
  expect(report).toMatchObject({
    outcome: 'varies',
    runs: 2,
    cells: [{ verdict: 'varies', causes: ['random'] }],
  });
  expect((await runCli(['verify', path], { home })).code).toBe(1);
  expect((await runCli(['verify', path, '--allow-varying'], { home })).code).toBe(0);
  const endless = await create([code('while True: pass', null), code('print(1)', '1\n')]);
  const { code: exitCode, stdout } = await runCli(['verify', endless.path, '--timeout', '2'], endless);
  expect(exitCode).toBe(3);
  expect(stdout).toContain('cell 1    not run  It ran longer than its time limit.\ncell 2    same\n');
});

test('wrong usage: exit code 2', async () => {
  const { home, dir, path } = await create([]);
  await writeFile(join(dir, 'text.ipynb'), 'no notebook');
  for (const args of [
    ['none.ipynb'],
    [join(dir, 'text.ipynb')],
    [path, '--timeout', 'soon'],
    [path, '--kernel', 'none'],
    [],
  ]) {
    const { code: exitCode, stderr } = await runHere(['verify', ...args], { home });
    expect([args.join(' '), exitCode, stderr !== '']).toEqual([args.join(' '), 2, true]);
  }
  expect((await runHere(['verify', 'abc'], { home })).code).toBe(2);
  const unread = await runHere(['verify', join(dir, 'text.ipynb'), '--annotations', 'github'], { home });
  expect([unread.code, unread.stdout]).toEqual([
    2,
    expect.stringMatching(/^::error file=\S+\/text\.ipynb,line=1,endLine=1,title=Not verified::.+\n$/),
  ]);
});

test('a session: with the files that were added to it, not with what its cells wrote', async () => {
  const fence = (source: string) => `\`\`\`python\n${source}\n\`\`\``;
  const server = await startModelServer([
    fence('rows = open("n.txt").read().split()\nopen("n.txt", "w").write("9")\nprint(len(rows))'),
    fence(
      'import os\nprint(os.path.exists("made.txt"))\nopen("made.txt", "w").write("x")\nprint(sum(map(int, rows)))',
    ),
    'The sum is 6.',
  ]);
  const home = await createTempDir();
  const model = { baseUrl: server.baseUrl, modelId: 'scripted' };
  const actbook = await createActbook({ model, homeDir: home });
  try {
    const session = await actbook.createSession({ title: 'Sums' });
    await session.addFile({ name: 'n.txt', content: '1 2 3' });
    await session.ask('What is the sum?');
    const before = (await session.read()).seq;
    const steps: unknown[] = [];
    const onProgress = ({ step, verdict }: VerifyProgress) => steps.push([step, verdict ?? 'starts']);
    const verification = await session.verify({ onProgress });
    expect(verification).toMatchObject({
      outcome: 'reproduced',
      runs: 1,
      files: [{ name: 'n.txt', bytes: 5 }],
    });
    expect(verification.cells.map(({ verdict }) => verdict)).toEqual(['same', 'same']);
    expect(steps).toEqual([
      [1, 'starts'],
      [1, 'same'],
      [2, 'starts'],
      [2, 'same'],
    ]);
    expect((await session.read()).seq).toBe(before);
    // A file that is saved from it has the data as its cells left it nowhere.
    const folder = await createTempDir();
    await session.saveNotebook(join(folder, 'sums.ipynb'));
    await writeFile(join(folder, 'n.txt'), '1 2 4');
    const file = await actbook.verifyNotebook(join(folder, 'sums.ipynb'));
    expect(file.cells.map(({ verdict }) => verdict)).toEqual(['same', 'differs']);
    expect(await listWorkspaces(join(home, 'workspaces'))).toEqual([session.id]);
    await actbook.dispose();
    const { code: exitCode, stdout } = await runCli(['verify', session.id.slice(0, 8)], { home });
    expect([exitCode, stdout.includes('Reproduced · 2 of 2 cells the same')]).toEqual([0, true]);
  } finally {
    await actbook.dispose();
    await server.close();
  }
});
