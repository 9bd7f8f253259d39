/** Pictures that differ in a verification: what of them is stored, who refers to it, and what the page and exports show. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CellPictures } from '../../../components/notebook/cells/code/cell-pictures.tsx';
import { exportHtml } from '../../../lib/export/html/export-html.ts';
import { inlineNotebook } from '../../../lib/export/inline-notebook.ts';
import { isBlobRef } from '../../../lib/notebook/mime-value.ts';
import { collectBlobs } from '../../../lib/protocol/events/collect-blobs.ts';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import type {
  CellVerification,
  PictureOutput,
  PicturePair,
  Verification,
} from '../../../lib/protocol/verification/verification.ts';
import { keepPictures } from '../../../lib/runtime/notebooks/keep-pictures.ts';
import { toNotebook } from '../../../lib/session/notebook/to-notebook.ts';
import { createSession } from '../../../lib/session/session.ts';
import { blankPng } from '../../helpers/made-png.ts';
import { editCell, fold, insertCell } from '../../helpers/session-events.ts';

/** More than is kept in the log itself. */
const LARGE_BYTES = 8_000;
const LARGE = Buffer.concat([Buffer.from(blankPng(640), 'base64'), Buffer.alloc(LARGE_BYTES, 7)])
  .subarray(0, LARGE_BYTES)
  .toString('base64');
const SMALL = blankPng(2);

const toSide = (value: string, mimeType = 'image/png'): PictureOutput => ({
  output_type: 'display_data',
  data: { [mimeType]: value },
  metadata: {},
});
const toPair = (was: string, is: string, mimeType?: string): PicturePair => ({
  place: 'output',
  text: 'title “A & B”, here “C”',
  notebook: toSide(was, mimeType),
  here: toSide(is, mimeType),
});
const toCell = (index: number, ...pictures: PicturePair[]): CellVerification => ({
  cell: index,
  cellId: `c${index}`,
  verdict: 'differs',
  differences: [],
  differenceCount: 0,
  ...(pictures.length > 0 ? { pictures } : {}),
  aside: [],
  asideCount: 0,
  durationMs: 1,
});

/** Stores by what is first in it. */
function createBlobs() {
  const stored = new Map<string, Buffer>();
  return {
    stored,
    put: async (bytes: Uint8Array) => {
      const blob = String(stored.size).padStart(64, '0');
      stored.set(blob, Buffer.from(bytes));
      return blob;
    },
    get: async (blob: string) => stored.get(blob) ?? Buffer.alloc(0),
  };
}

test('large pictures are stored, small ones are in the report, and nothing is without a store', async () => {
  const { put, stored } = createBlobs();
  const cells = [toCell(1, toPair(LARGE, SMALL)), toCell(2)];
  const [first, second] = await keepPictures(cells, put);
  const [pair] = first?.pictures ?? [];
  expect(pair?.notebook).toMatchObject({
    data: { 'image/png': { bytes: LARGE_BYTES, encoding: 'base64' } },
    digest: { size: { width: 640, height: 640 } },
  });
  expect([pair?.here.data, pair?.text]).toEqual([{ 'image/png': SMALL }, 'title “A & B”, here “C”']);
  expect([...stored.values()].map((bytes) => bytes.toString('base64'))).toEqual([LARGE]);
  expect(second).toEqual(toCell(2));
  expect(await keepPictures(cells, undefined)).toEqual([toCell(1), toCell(2)]);
});

test('a report has few pictures, and stays small with drawings of much text', async () => {
  const { put } = createBlobs();
  const count = (cells: CellVerification[]) => cells.map(({ pictures = [] }) => pictures.length);
  const many = Array.from({ length: 9 }, () => toPair(SMALL, SMALL));
  const cells = Array.from({ length: 10 }, (_, index) => toCell(index + 1, ...many));
  expect(count(await keepPictures(cells, put))).toEqual([5, 5, 5, 5, 5, 5, 5, 5, 0, 0]);
  const drawing = `<svg>${'x'.repeat(60_000)}</svg>`;
  const drawn = await keepPictures(
    [1, 2, 3].map((index) => toCell(index, toPair(drawing, drawing, 'image/svg+xml'))),
    put,
  );
  expect(count(drawn)).toEqual([1, 0, 0]);
});

async function foldWithPictures() {
  const blobs = createBlobs();
  const cells = await keepPictures([toCell(1, toPair(LARGE, SMALL))], blobs.put);
  const verification: Verification = {
    outcome: 'not-reproduced',
    counts: { same: 0, differs: 1, varies: 0, failed: 0, 'not-run': 0, 'not-comparable': 0 },
    cells,
    runs: 2,
    kernel: { name: 'python3', language: 'python', version: '3.13.1', isolation: 'box', packages: [] },
    files: [],
    startedAt: 1000,
    durationMs: 100,
  };
  const end: EventBody = { type: 'verification-end', verification, isOutdated: false };
  const session = fold(createSession('s'), insertCell('c1', 'plot()'), end);
  return { blobs, cells, end, session, changed: fold(session, editCell('c1', 'plot(2)')) };
}

test('the log refers to stored pictures of a verification, so that they are kept with the notebook', async () => {
  const { end, cells } = await foldWithPictures();
  const value = cells[0]?.pictures?.[0]?.notebook.data['image/png'];
  expect(collectBlobs(end)).toEqual([isBlobRef(value) && value.blob]);
});

test('an exported page has both pictures, with words; a notebook file and an outdated verification have none', async () => {
  const { blobs, session, changed } = await foldWithPictures();
  const page = exportHtml(await inlineNotebook(session, blobs, 'page'), { title: 'T', tokens: ':root{}' });
  const [, pair = ''] = page.split('<div class="pictures" role="group" aria-label="From a clean start">');
  expect(pair).toContain('From a clean start, the picture differs: title “A &amp; B”, here “C”.');
  expect(pair).toMatch(
    new RegExp(
      `<figcaption>In the notebook</figcaption>.*${LARGE.slice(0, 60).replaceAll('+', '\\+')}.*<figcaption>From a clean start</figcaption>.*${SMALL.replaceAll('+', '\\+')}`,
      's',
    ),
  );
  const toPictures = (use: 'page' | 'notebook', of = session) => toNotebook(of, '1', use).cells[0]?.pictures;
  expect([toPictures('page')?.length, toPictures('notebook'), toPictures('page', changed)]).toEqual([
    1,
    undefined,
    undefined,
  ]);
});

test('the page names the pair by what differs, and each picture by its side', () => {
  const html = renderToStaticMarkup(createElement(CellPictures, { pictures: [toPair(SMALL, SMALL)] }));
  const named = [...html.matchAll(/role="group" aria-labelledby="([^"]+)"/g)].map(
    ([, id]) => new RegExp(`<p id="${id}"[^>]*>([^<]*)</p>`).exec(html)?.[1],
  );
  expect(named).toEqual([
    'From a clean start, the picture differs: title “A &amp; B”, here “C”.',
    'In the notebook',
    'From a clean start',
  ]);
});
