/** Pages are made beside the app: no text holds it up, and every text gets its page. */
import { expect, test } from 'vitest';
import { renderPage } from '../../lib/export/html/render-page.ts';
import type { NotebookCell } from '../../lib/session/to-notebook.ts';

const note = (source: string): NotebookCell => ({ id: 'n', cell_type: 'markdown', source, metadata: {} });
const show = (mimeType: string, value: string): NotebookCell => ({
  ...{ id: 'c', cell_type: 'code', source: 'x = 1', metadata: {}, execution_count: 1 },
  outputs: [{ output_type: 'display_data', data: { [mimeType]: value }, metadata: {} }],
});
const read =
  (...cells: NotebookCell[]) =>
  async () => ({ nbformat: 4 as const, nbformat_minor: 5 as const, metadata: {}, cells });
const OPTIONS = { title: 'T', tokens: '', facts: 'Shared.' };
const HOSTILE = '**a_'.repeat(20_000);
const PLAIN = /Shared\. Text and tables stand here as they were written/;

test('hostile Markdown is plain text after the limit, and the process goes on meanwhile', async () => {
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 10);
  const cells = [note(`${HOSTILE}<b>`), show('text/markdown', HOSTILE), show('text/html', '<script>x')];
  const page = await renderPage(read(...cells), OPTIONS, 1000);
  clearInterval(timer);
  expect(page).toMatch(PLAIN);
  expect(page).toContain(`<pre tabindex="0">${HOSTILE}&lt;b&gt;</pre>`);
  expect(page).toContain('&lt;script&gt;x');
  expect(page).not.toMatch(/<(?:b|script)>/);
  expect(ticks).toBeGreaterThan(20);
});

test('a page that is asked for meanwhile waits for its turn, and is laid out', async () => {
  let isHostileMade = false;
  const hostile = renderPage(read(note(HOSTILE)), OPTIONS, 1000).finally(() => {
    isHostileMade = true;
  });
  const next = await renderPage(read(note('**kept**')), OPTIONS);
  expect(isHostileMade).toBe(true);
  expect(await hostile).toMatch(PLAIN);
  expect(next).toContain('<strong>kept</strong>');
});

test('a notebook that cannot be read fails as it did, and holds up nobody', async () => {
  const failing = renderPage(() => Promise.reject(new Error('no such blob')), OPTIONS);
  await expect(failing).rejects.toThrow('no such blob');
  expect(await renderPage(read(note('*next*')), OPTIONS)).toContain('<em>next</em>');
});
