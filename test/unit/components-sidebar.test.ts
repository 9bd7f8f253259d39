import { expect, test } from 'vitest';
import { createOutlineBuilder } from '../../components/notebook/outline/build-outline.ts';
import { mergeFiles } from '../../components/panels/files/merge-files.ts';
import { parseDelimited } from '../../components/panels/files/parse-delimited.ts';
import { PREVIEW_TEXTS } from '../../components/panels/files/preview-texts.ts';
import { readPreview } from '../../components/panels/files/read-preview.ts';
import { orderNames } from '../../components/panels/sidebar/order-names.ts';
import { parsePreferences } from '../../components/preferences/preferences.ts';
import type { EventBody } from '../../lib/protocol/events/event.ts';
import { DEFAULT_LIMITS } from '../../lib/protocol/run-limits.ts';
import { applyEvent } from '../../lib/session/fold/apply-event.ts';
import { createSession } from '../../lib/session/session.ts';

test('the user’s files come first; files that code created or changed are marked', () => {
  const added = ['a.csv', 'b.csv', 'gone.csv'].map((name) => ({
    name,
    bytes: 5,
    blob: 'x'.repeat(64),
    origin: 'upload' as const,
  }));
  const files = [
    { name: 'old.png', bytes: 1, modifiedAt: 50 },
    { name: 'out/new.png', bytes: 2, modifiedAt: 150 },
    { name: 'a.csv', bytes: 5, modifiedAt: 160 },
    { name: 'b.csv', bytes: 9, modifiedAt: 170 },
  ];
  expect(mergeFiles(added, { files, isCut: false }, 100).map(({ name, mark }) => [name, mark])).toEqual([
    ['a.csv', null],
    ['b.csv', 'changed'],
    ['out/new.png', 'new'],
    ['old.png', 'made'],
  ]);
  expect(mergeFiles(added, { files, isCut: true }, 0).map(({ name }) => name)).toContain('gone.csv');
  expect(mergeFiles(added, null, 0)).toHaveLength(3);
});

test.each([
  ['a,b\n1,2\n', ['a', 'b'], [['1', '2']]],
  ['a;b\r\n"x;1";"say ""hi"""\r\n', ['a', 'b'], [['x;1', 'say "hi"']]],
  ['a\tb\n\t2', ['a', 'b'], [[null, '2']]],
  ['\ufeffa,b\n"two\nlines",2', ['a', 'b'], [['two\nlines', '2']]],
  [
    'a,b\n1\n1,2,3\n\n',
    ['a', 'b', ''],
    [
      ['1', null, null],
      ['1', '2', '3'],
    ],
  ],
  ['a,\n1,', ['a', 'Unnamed: 1'], [['1', null]]],
  ['a,a.1,a,a\n', ['a', 'a.1', 'a.2', 'a.3'], []],
  ['a,a,a.1,a.1\n', ['a', 'a.2', 'a.1', 'a.1.1'], []],
  ['a\n"never closed', ['a'], [['never closed']]],
  [
    'a;b\n"x" y;1\n"z""" "y;2\n5" pipe;3\n',
    ['a', 'b'],
    [
      ['x', '1'],
      ['z"', '2'],
      ['5" pipe', '3'],
    ],
  ],
  ['a;b\n1,5;2,5\n', ['a', 'b'], [['1,5', '2,5']]],
  ['"a,b,c";d\n1;2\n', ['a,b,c', 'd'], [['1', '2']]],
  ['', [], []],
])('delimited text %j is read', (text, names, rows) => {
  const page = parseDelimited(text, false);
  expect([page.columns.map(({ name }) => name), page.rows.map(({ values }) => values)]).toEqual([
    names,
    rows,
  ]);
});

test('numbers are numbers where some are missing, as pandas reads them', () => {
  const page = parseDelimited('n,m,text\n1,NA,NA\n,NaN,x\n-2.5e3,-.5,null\n', false);
  expect(page.columns.map(({ isNumeric }) => isNumeric)).toEqual([true, true, false]);
  expect(page.rows[0]?.values).toEqual(['1', 'NA', 'NA']);
  expect(parseDelimited('n\nNA\n', false).columns[0]?.isNumeric).toBe(false);
});

test('the beginning of a long table leaves out its incomplete last line, and stays small', () => {
  const page = parseDelimited('n,text\n1,x\n2,y\n3,bro', true);
  expect([page.rows.length, page.rowCount, page.columns.map(({ isNumeric }) => isNumeric)]).toEqual([
    2,
    null,
    [true, false],
  ]);
  const long = parseDelimited(`${'c,'.repeat(500)}c\n${'1\n'.repeat(5000)}`, false);
  expect([long.columns.length, long.columnCount, long.rows.length, long.rowCount]).toEqual([
    40, 501, 100, 5000,
  ]);
  expect(parseDelimited(`a\n${'x'.repeat(1000)}`, false).rows[0]?.values[0]).toHaveLength(200);
});

test('a preview reads no more than it shows, and only what it can', async () => {
  const asked: number[] = [];
  const readers = (bytes: BlobPart) => ({
    readHead: async (maxBytes: number, type: string) => {
      asked.push(maxBytes);
      return new Blob([bytes], { type });
    },
    readTable: () => Promise.reject(new Error('not asked')),
  });
  const read = (name: string, content: BlobPart, bytes = 10) =>
    readPreview({ name, bytes }, readers(content));
  expect(await read('a.txt', 'é')).toEqual({ kind: 'text', text: 'é', isCut: false });
  expect(await read('a.log', 'x', 1e9)).toMatchObject({ kind: 'text', isCut: true });
  expect(await read('a.txt', new Uint8Array([233]))).toMatchObject({ text: 'é' });
  expect(await read('a.bin', new Uint8Array([1, 0, 2]))).toMatchObject({ kind: 'none' });
  expect(await read('a.csv', '', 0)).toMatchObject({ kind: 'none', reason: PREVIEW_TEXTS.empty });
  expect(await read('a.png', 'x', 1e9)).toMatchObject({ kind: 'none' });
  expect(await read('a.svg', '<svg/>')).toMatchObject({ kind: 'image', blob: { type: 'image/svg+xml' } });
  expect(Math.max(...asked)).toBeLessThanOrEqual(20 * 1024 ** 2);
});

test('settings that were tampered with, or of another version, are the defaults', () => {
  const defaults = parsePreferences('');
  expect(parsePreferences('{"isSidebarOpen":"no","kernel":7,"approval":"all","model":{"id":1}}')).toEqual(
    defaults,
  );
  expect(parsePreferences('[1]')).toEqual(defaults);
  const kept = {
    ...defaults,
    hasSingleKeys: false,
    review: true,
    model: { id: 'm', label: 'M', kind: 'openai' },
  };
  expect(parsePreferences(JSON.stringify(kept))).toEqual(kept);
});

test('the outline has tasks, answers with their headings, and errors, in the order of the page', () => {
  const run = { runId: 'r', step: 1 };
  const cell = (cellId: string, role: 'code' | 'answer' | 'note', source: string): EventBody => ({
    type: 'cell-insert',
    cellId,
    source,
    role,
    author: 'agent',
    runId: role === 'note' ? null : 'r',
    cellType: role === 'code' ? 'code' : 'markdown',
    step: role === 'note' ? null : 1,
  });
  const events: EventBody[] = [
    {
      type: 'run-start',
      runId: 'r',
      limits: DEFAULT_LIMITS,
      task: { text: 'How\nmany?', files: [] },
      model: { id: 'm', label: 'M', kind: 'openai' },
    },
    { type: 'step-start', ...run },
    cell('c', 'code', '1/0'),
    { type: 'cell-start', cellId: 'c' },
    {
      type: 'output-append',
      cellId: 'c',
      output: { output_type: 'error', ename: 'E', evalue: 'bad\nluck', traceback: [] },
    },
    { type: 'cell-end', cellId: 'c', status: 'error', executionCount: 1 },
    cell('a', 'answer', '# One *two*\n```\n# no heading\n```\n## [Three](x) ##\ntext'),
    { type: 'run-end', runId: 'r', outcome: { status: 'answered' } },
    cell('n', 'note', `### Mine in C#\n# ${'# '.repeat(300_000)}`),
  ];
  const session = events.reduce(applyEvent, createSession('s'));
  const buildOutline = createOutlineBuilder();
  const outline = buildOutline(session);
  expect(outline.map(({ kind, text, runId }) => [kind, text, runId])).toEqual([
    ['task', 'How many?', null],
    ['answer', 'text', null],
    ['heading', 'One two', null],
    ['heading', 'Three', null],
    ['error', 'E: bad luck', 'r'],
    ['heading', 'Mine in C#', null],
    ['heading', expect.stringMatching(/^(# ){79}#…$/), null],
  ]);

  // An unrelated event does not rebuild any of it.
  const other = applyEvent(session, { type: 'kernel-status', status: 'busy' });
  expect(buildOutline(other)).toBe(outline);
  const edited = applyEvent(other, { type: 'cell-edit', cellId: 'n', source: '# Yours' });
  expect(buildOutline(edited).slice(0, 5)).toEqual(outline.slice(0, 5));
  expect(buildOutline(edited)[4]).toBe(outline[4]);
  expect(buildOutline(edited).at(-1)?.text).toBe('Yours');
});

test('variables come before the code that made them', () => {
  const names = ['module', 'function', 'int', 'type', 'DataFrame', 'str', 'Series'].map((type) => ({
    name: type,
    type,
  }));
  expect(orderNames(names).map(({ type }) => type)).toEqual([
    'DataFrame',
    'Series',
    'int',
    'str',
    'function',
    'type',
    'module',
  ]);
});
