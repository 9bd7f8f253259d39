/** Scripts made of notebooks compute what the notebook did, or end with an error. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import { exportScript } from '../../../lib/export/script/export-script.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const run = promisify(execFile);
const config = readConfig({ ...process.env });
const code = (source: string, tags: string[] = []) => ({
  id: 'a',
  cell_type: 'code' as const,
  source,
  metadata: { tags },
});
const toScript = (...cells: Parameters<typeof exportScript>[0]['cells']) =>
  exportScript(
    { nbformat: 4, nbformat_minor: 5, metadata: { language_info: { name: 'python' } }, cells },
    config,
  );

/** What the script prints, with `sub/data.txt` in its folder. */
async function runScript(...sources: string[]): Promise<string> {
  const { content } = await toScript(...sources.map((source) => code(source)));
  const cwd = await createTempDir();
  await run('mkdir', [join(cwd, 'sub')]);
  await writeFile(join(cwd, 'sub', 'data.txt'), 'one\ntwo\n');
  await writeFile(join(cwd, 'script.py'), content);
  const env = { ...process.env, HOME: cwd, IPYTHONDIR: cwd };
  const { stdout } = await run(config.python, ['script.py'], { cwd, env });
  return stdout;
}

test.each([
  [
    'magics that run Python',
    ['rate = 0.05', '%time rate = 0.05 * 3', '%%time\nx = 1\ny = x + 1', '%%capture out\nprint("hidden")']
      .concat('%%timeit -n 1 -r 1\nx = 5', 'for _ in range(2): pass', 's = """\n%keep\n!keep\n"""')
      .concat(`long = ${'1 + '.repeat(800)}1`)
      .concat('print("end", round(rate, 2), x, y, out.stdout.strip(), _, s.split(), "%d" \\\n  % long)'),
    "end 0.15 1 2 hidden 1 ['%keep', '!keep'] 801\n",
  ],
  [
    'magics and shell lines that change what is around the code',
    [
      'files = !ls sub',
      'name = files[0]',
      'if True:\n    n = !cat sub/$name \\\n      | wc -l',
      '%env RATE=7',
    ]
      .concat('%%writefile helper.py\nRATE = 9', 'import helper, os', 'cd sub', 'pwd')
      .concat('print("end", files, n, os.environ["RATE"], helper.RATE, open(name).read().split())'),
    "end ['data.txt'] ['2'] 7 9 ['one', 'two']\n",
  ],
  [
    'awaiting outside of functions',
    ['import asyncio', 'x = await asyncio.sleep(0, 4)', 'async def f():\n    yield 3', 'last = 0'].concat(
      'async for n in f():\n    last = n',
      'print("end", x, last, [n async for n in f()])',
    ),
    'end 4 3 [3]\n',
  ],
  [
    'a late import from the future',
    ['x = 1', 'from __future__ import annotations\ndef f(a: Later): return 2', 'print("end", f(1))'],
    'end 2\n',
  ],
  [
    'a late import from the future that would change what was before',
    ['def g(a: int): return 1', 'from __future__ import annotations', 'def f(a: Later): return 2'].concat(
      'print("end", g.__annotations__["a"] is int, f.__annotations__["a"])',
    ),
    'end True Later\n',
  ],
])('%s', async (_name, sources, printed) => {
  const stdout = await runScript(...sources);
  expect(stdout.slice(stdout.indexOf('end '))).toBe(printed);
});

test.each([
  [['x = 40 + 2\nx', 'print("last", _)'], 'reads an earlier output'],
  [['no such magic'], 'invalid syntax'],
])('a script that cannot compute the same ends with an error: %j', async (sources, message) => {
  await expect(runScript(...sources)).rejects.toThrow(message);
});

test('the script runs to its end, past cells that failed or did not run', async () => {
  const { extension, content } = await toScript(
    { ...code('# Title\n\nWords.'), cell_type: 'markdown' },
    code('x = 2'),
    code('1 / 0', ['raises-exception']),
    code('while True: pass', ['skip-execution']),
    code('print("%d cells"\n      % (x + 1))'),
  );
  expect(extension).toBe('.py');
  expect(content).toContain('# %% [markdown]\n# # Title\n#\n# Words.\n');
  expect(content).not.toContain('IPython');
  const { stdout } = await run(config.python, ['-c', content]);
  expect(stdout).toBe('3 cells\n');
});

test('`display` is imported where it is used, and code of Python alone stays as it is', async () => {
  expect((await toScript(code('display(1)'))).content).toMatch(
    /^# %%\nfrom IPython\.display import display\n/,
  );
  const source = "x = {'a' : 1}   # as written\nif x : print( x )";
  expect((await toScript(code(source))).content).toBe(`# %%\n${source}\n`);
});

test.each([
  [{ name: 'R', file_extension: '.r', mimetype: 'text/x-r-source' }, '.r', 'text/x-r-source', '# The code'],
  [{ name: 'scratch', file_extension: '../x', mimetype: 'text/html; x' }, '.txt', 'text/plain', '# The code'],
  [{ name: 'typescript', file_extension: '.ts' }, '.ts', 'text/plain', '// The code'],
  [{}, '.py', 'text/x-python', ''],
])('a script has the type of its language: %j', async (language_info, extension, mimeType, start) => {
  const script = await exportScript(
    { nbformat: 4, nbformat_minor: 5, metadata: { language_info }, cells: [] },
    config,
  );
  expect(script).toMatchObject({ extension, mimeType });
  expect(script.content.trim().startsWith(start)).toBe(true);
});
