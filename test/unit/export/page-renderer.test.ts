/** Pages are made beside the app: no text holds it up, and every text gets its page. */
import { expect, test } from 'vitest';
import { createPageRenderer } from '../../../lib/export/html/page-renderer.ts';
import type { NotebookCell } from '../../../lib/session/notebook/to-notebook.ts';

const note = (source: string): NotebookCell => ({ id: 'n', cell_type: 'markdown', source, metadata: {} });
const show = (mimeType: string, value: string): NotebookCell => ({
  id: 'c',
  cell_type: 'code',
  source: 'x = 1',
  metadata: {},
  execution_count: 1,
  outputs: [{ output_type: 'display_data', data: { [mimeType]: value }, metadata: {} }],
});
const read =
  (...cells: NotebookCell[]) =>
  async () => ({
    notebook: { nbformat: 4 as const, nbformat_minor: 5 as const, metadata: {}, cells },
    options: { title: 'T', tokens: '', facts: 'Shared.' },
  });
/** Each is quick enough to draw (decision 42); all together are not. */
const HOSTILE = '**a_'.repeat(350);
const hostileNotes = () => Array.from({ length: 100 }, () => note(HOSTILE));
const PLAIN = /Shared\. Text and tables are not formatted on this page/;

test('hostile Markdown is plain text after the limit, and the process continues meanwhile', async () => {
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 10);
  const cells = [
    ...hostileNotes(),
    note(`${HOSTILE}<b>`),
    show('text/markdown', HOSTILE),
    show('text/html', '<script>x'),
  ];
  const renderPage = createPageRenderer();
  const page = await renderPage(read(...cells), 1000);
  clearInterval(timer);
  expect(page).toMatch(PLAIN);
  expect(page).toContain(`<pre tabindex="0">${HOSTILE}&lt;b&gt;</pre>`);
  expect(page).toContain('An output of type text/html is not shown here.');
  expect(page).not.toMatch(/<(?:b|script)>/);
  expect(ticks).toBeGreaterThan(20);
});

test('loading the parsers is not time that a notebook took', async () => {
  // Loading takes longer than this, and on a busy machine much longer; the notebook takes a few milliseconds.
  expect(await createPageRenderer()(read(note('**kept**')), 500)).toContain('<strong>kept</strong>');
});

test('a page that is asked for meanwhile waits for its turn, and is laid out', async () => {
  let isHostileMade = false;
  const renderPage = createPageRenderer();
  const hostile = renderPage(read(...hostileNotes()), 1000).finally(() => {
    isHostileMade = true;
  });
  const next = await renderPage(read(note('**kept**')));
  expect(isHostileMade).toBe(true);
  expect(await hostile).toMatch(PLAIN);
  expect(next).toContain('<strong>kept</strong>');
});

test('a notebook that cannot be read fails as it did, and holds up nobody', async () => {
  const renderPage = createPageRenderer();
  const failing = renderPage(() => Promise.reject(new Error('no such blob')));
  await expect(failing).rejects.toThrow('no such blob');
  expect(await renderPage(read(note('*next*')))).toContain('<em>next</em>');
});

test('so many pages wait and no more, and there is room again when they are made', async () => {
  const renderPage = createPageRenderer();
  const first = Promise.withResolvers<void>();
  const waiting = Array.from({ length: 16 }, () =>
    renderPage(async () => {
      await first.promise;
      throw new Error('no such blob');
    }),
  );
  await expect(renderPage(read(note('late')))).rejects.toMatchObject({ code: 'too-many' });
  first.resolve();
  await expect(Promise.all(waiting)).rejects.toThrow('no such blob');
  await Promise.allSettled(waiting);
  expect(await renderPage(read(note('later')))).toContain('later');
});
