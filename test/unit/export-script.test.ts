/** Scripts made of notebooks are plain Python: what is IPython's own is a comment. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig } from '../../lib/config/config.ts';
import { commentMagics } from '../../lib/export/comment-magics.ts';
import { exportScript } from '../../lib/export/export-script.ts';

const run = promisify(execFile);
const { python } = readConfig({ ...process.env });
const code = (source: string, tags: string[] = []) => ({
  id: 'a',
  cell_type: 'code' as const,
  source,
  metadata: { tags },
});
const toScript = (...cells: Parameters<typeof exportScript>[0]['cells']) =>
  exportScript({ nbformat: 4, nbformat_minor: 5, metadata: { language_info: { name: 'python' } }, cells });

test.each([
  ['%matplotlib inline', '# %matplotlib inline'],
  ['  !ls "', '  pass  # !ls "'],
  ['files = !ls\nx = %timeit -o 1', '# files = !ls\n# x = %timeit -o 1'],
  ['!pip install \\\n    a \\\n  b\nx = 1', '# !pip install \\\n#     a \\\n#   b\nx = 1'],
  ['if x:\n    o = !a \\\n b\ny = 2', 'if x:\n    pass  # o = !a \\\n#  b\ny = 2'],
  ['! ls "(', '# ! ls "('],
  ['df.head?\n?df', '# df.head?\n# ?df'],
  ['größe?\nübersicht = !ls', '# größe?\n# übersicht = !ls'],
  ['%%bash\nls (', '# %%bash\n# ls ('],
  ['%%time\n%cd x\ny = 1', '# %%time\n# %cd x\ny = 1'],
  ['s = """\n%keep\n!keep\n"""', 's = """\n%keep\n!keep\n"""'],
  ["print('%s'\n  % 'a')", "print('%s'\n  % 'a')"],
  ['x = 1 \\\n  % 2', 'x = 1 \\\n  % 2'],
  ['a != b # (\n%who', 'a != b # (\n# %who'],
  ['s = \'it\\\'s (\' # """\n%who', 's = \'it\\\'s (\' # """\n# %who'],
])('%j', (source, expected) => {
  expect(commentMagics(source)).toBe(expected);
});

test('the script runs to its end, past cells that failed or did not run', async () => {
  const { extension, content } = toScript(
    { ...code('# Title\n\nWords.'), cell_type: 'markdown' },
    code('%pip install x\nx = 2'),
    code('1 / 0', ['raises-exception']),
    code('while True: pass', ['skip-execution']),
    code('for n in [x]:\n    !echo $n\nprint("%d cells"\n      % (x + 1))'),
  );
  expect(extension).toBe('.py');
  expect(content).toContain('# %% [markdown]\n# # Title\n#\n# Words.\n');
  const { stdout } = await run(python, ['-c', content]);
  expect(stdout).toBe('3 cells\n');
});

test('`display` is imported where it is used', () => {
  expect(toScript(code('display(1)')).content).toMatch(/^# %%\nfrom IPython\.display import display\n/);
  expect(toScript(code('print(1)')).content).not.toContain('IPython');
});

test('a very long line of spaces is read as fast as any', () => {
  const line = ' '.repeat(1_000_000);
  expect(commentMagics(line)).toBe(line);
});

test.each([
  [{ name: 'R', file_extension: '.r', mimetype: 'text/x-r-source' }, '.r', 'text/x-r-source'],
  [{ name: 'scratch', file_extension: '../x', mimetype: 'text/html; x' }, '.txt', 'text/plain'],
  [{}, '.py', 'text/x-python'],
])('a script has the type of its language: %j', (language_info, extension, mimeType) => {
  const script = exportScript({ nbformat: 4, nbformat_minor: 5, metadata: { language_info }, cells: [] });
  expect(script).toMatchObject({ extension, mimeType });
});
