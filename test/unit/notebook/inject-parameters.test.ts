import { expect, test } from 'vitest';
import { injectParameters } from '../../../lib/notebook/inject-parameters.ts';
import { readSource, toNotebookFile } from '../../../lib/notebook/notebook-file.ts';
import { runPython } from '../../helpers/python.ts';

const code = (id: string, source: string, tags?: string[]) => ({
  id,
  cell_type: 'code',
  source,
  metadata: tags ? { tags } : {},
  outputs: [],
  execution_count: 1,
});

const notebook = (...cells: object[]) =>
  toNotebookFile({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells });

const sources = (given: ReturnType<typeof notebook>) => given.cells.map(readSource);

test('values are set in a cell after the one with the tag, and another run replaces that cell', () => {
  const made = notebook(code('a', 'import os'), code('b', 'rate = 2', ['parameters']), code('c', 'rate'));
  const first = injectParameters(made, { rate: 3 });
  expect(first.hasDefaults).toBe(true);
  expect(sources(first.notebook)).toEqual(['import os', 'rate = 2', '# Parameters\nrate = 3', 'rate']);
  expect(first.notebook.cells[2]?.metadata).toEqual({ tags: ['injected-parameters'] });
  expect(first.notebook.metadata.papermill).toEqual({ parameters: { rate: 3 } });
  const second = injectParameters(first.notebook, { rate: 4 });
  expect(sources(second.notebook)).toEqual(['import os', 'rate = 2', '# Parameters\nrate = 4', 'rate']);
  expect(second.notebook.cells.map(({ id }) => id)).toEqual(first.notebook.cells.map(({ id }) => id));
});

test('without the tag, a cell that begins with the comment counts, and without that values come first', () => {
  const marked = notebook(code('a', 'import os'), code('b', '# Parameters\nrate = 2'));
  expect(sources(injectParameters(marked, { rate: 3 }).notebook)[2]).toBe('# Parameters\nrate = 3');
  const plain = injectParameters(notebook(code('a', 'rate = 2')), { rate: 3 });
  expect(plain.hasDefaults).toBe(false);
  expect(sources(plain.notebook)).toEqual(['# Parameters\nrate = 3', 'rate = 2']);
});

test('without values the notebook is as it is', () => {
  const made = notebook(code('a', 'rate = 2'));
  expect(injectParameters(made, {}).notebook).toBe(made);
});

test('a notebook in another language is refused', () => {
  const made = notebook(code('a', 'rate <- 2'));
  const inR = { ...made, metadata: { kernelspec: { name: 'ir', language: 'R' } } };
  expect(() => injectParameters(inR, { rate: 3 })).toThrow('this one is in R');
});

test('Python reads each value as it was given', async () => {
  const values = {
    text: 'a "quoted" \\ line\nand 🦜 \u0000\u007f\u2028',
    list: [1, 2.5, null, true, [false]],
    map: { 'a b': { c: -1e-9 }, ключ: 'é' },
    big: 12345678901234,
  };
  const { notebook: made } = injectParameters(notebook(), values);
  const [source = ''] = sources(made);
  const printed = await runPython(
    ['-c', `${source}\nimport json\nprint(json.dumps([text, list, map, big]))`],
    '.',
  );
  expect(JSON.parse(printed)).toEqual(Object.values(values));
});
