import { expect, test } from 'vitest';
import { createOutlineBuilder } from '../../../components/notebook/outline/build-outline.ts';
import { PREVIEW_TEXTS } from '../../../components/panels/files/file-dialog-texts.ts';
import { mergeFiles } from '../../../components/panels/files/merge-files.ts';
import { readPreview } from '../../../components/panels/files/read-preview.ts';
import { FILE_ORDERS } from '../../../components/panels/files/sort-files.ts';
import { splitExtension } from '../../../components/panels/files/split-name.ts';
import { orderNames } from '../../../components/panels/sidebar/variables-panel.tsx';
import { parsePreferences } from '../../../components/preferences/preferences.ts';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { applyEvent } from '../../../lib/session/fold/apply-event.ts';
import {
  editCell,
  endRun,
  foldAll,
  insertCell,
  insertOfRun,
  ranCell,
  startRun,
} from '../../helpers/session-events.ts';

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
  const listing = { files, isCut: false, asked: added };
  expect(mergeFiles(added, listing, 100).map(({ name, mark }) => [name, mark])).toEqual([
    ['a.csv', null],
    ['b.csv', 'changed'],
    ['gone.csv', 'deleted'],
    ['out/new.png', 'new'],
    ['old.png', 'made'],
  ]);
  const findGone = (from: typeof listing) =>
    mergeFiles(added, from, 0).find(({ name }) => name === 'gone.csv');
  expect(findGone({ ...listing, isCut: true })?.mark).toBeNull();
  // It was added after the listing was asked for.
  expect(findGone({ ...listing, asked: added.slice(0, 2) })?.mark).toBeNull();
  expect(mergeFiles(added, null, 0)).toHaveLength(3);
  // The user deleted it after the listing was made.
  expect(mergeFiles(added.slice(1), listing, 100).map(({ name }) => name)).not.toContain('a.csv');
});

test('a preview reads no more than it shows, and only what it can', async () => {
  const asked: number[] = [];
  const read = (name: string, content: BlobPart, bytes = 10) =>
    readPreview({ name, bytes }, async (maxBytes, type) => {
      asked.push(maxBytes);
      return new Blob([content], { type });
    });
  expect(await read('a.txt', 'é')).toMatchObject({ kind: 'text', text: 'é', isCut: false, isEditable: true });
  expect(await read('a.log', 'x', 1e9)).toMatchObject({ kind: 'text', isCut: true });
  expect(await read('a.txt', new Uint8Array([233]))).toMatchObject({ text: 'é' });
  expect(await read('a.bin', new Uint8Array([1, 0, 2]))).toMatchObject({ kind: 'none' });
  expect(await read('a.csv', '', 0)).toMatchObject({ kind: 'none', reason: PREVIEW_TEXTS.empty });
  expect(await read('a.jsonl', '{}')).toEqual({ kind: 'table' });
  expect(await read('a.png', 'x', 1e9)).toMatchObject({ kind: 'none' });
  expect(await read('a.svg', '<svg/>')).toMatchObject({ kind: 'image', blob: { type: 'image/svg+xml' } });
  expect(Math.max(...asked)).toBeLessThanOrEqual(20 * 1024 ** 2);
});

test('a small image that would take gigabytes of memory or minutes to draw is not drawn', async () => {
  const read = (name: string, content: BlobPart) =>
    readPreview({ name, bytes: 10 }, async (_, type) => new Blob([content], { type }));
  const png = (side: number) => {
    const bytes = new DataView(new ArrayBuffer(24));
    bytes.setUint32(0, 0x89504e47);
    bytes.setUint32(16, side);
    bytes.setUint32(20, side);
    return bytes;
  };
  expect(await read('a.png', png(3_000))).toMatchObject({ kind: 'image' });
  expect(await read('a.png', png(30_000))).toEqual({ kind: 'none', reason: PREVIEW_TEXTS.imageTooLarge });
  // Each part is drawn ten times in the next.
  const parts = Array.from({ length: 9 }, (_, at) => {
    const uses = `<use href="#p${at}"/>`.repeat(10);
    return `<g id="p${at + 1}">${uses}</g>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><g id="p0"><path/></g>${parts.join('')}</svg>`;
  expect(await read('a.svg', svg)).toMatchObject({ kind: 'text', text: svg, isCut: false });
  expect(await read('a.svg', '<svg><path/></svg>')).toMatchObject({ kind: 'image' });
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
  const error = { output_type: 'error' as const, ename: 'E', evalue: 'bad\nluck', traceback: [] };
  const shown: EventBody = { type: 'output-append', cellId: 'c', output: error };
  const answer = '# One *two*\n```\n# no heading\n```\n## [Three](x) ##\ntext';
  const note = { cellType: 'markdown', role: 'note' } as const;
  const session = foldAll([
    startRun('r', 'How\nmany?'),
    { type: 'step-start', ...run },
    ...[insertOfRun(run, 'c', '1/0'), ...ranCell('c', undefined, { status: 'error' }).toSpliced(1, 0, shown)],
    ...[insertOfRun(run, 'a', answer, 'answer'), endRun('r')],
    insertCell('n', `### Mine in C#\n# ${'# '.repeat(300_000)}`, note),
  ]);
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
  const edited = applyEvent(other, editCell('n', '# Yours'));
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

test('an extension is one word, and names are sorted as people count', () => {
  const split = (name: string) => splitExtension(name).join(' | ');
  expect(['a.csv', 'logs.tar.gz', 'README', 'v1.2 final', 'a.b.c.parquet'].map(split)).toEqual([
    'a | .csv',
    'logs | .tar.gz',
    'README | ',
    'v1.2 final | ',
    'a.b | .c.parquet',
  ]);
  const files = ['b10.txt', 'b2.txt', 'a.txt'].map((name, bytes) => ({ name, bytes, mark: null }));
  const sorted = FILE_ORDERS.map(({ id, compare }) => [
    id,
    ...files.toSorted(compare).map(({ name }) => name),
  ]);
  expect(sorted).toEqual([
    ['name', 'a.txt', 'b2.txt', 'b10.txt'],
    ['changed', 'b10.txt', 'b2.txt', 'a.txt'],
    ['size', 'a.txt', 'b2.txt', 'b10.txt'],
  ]);
});
