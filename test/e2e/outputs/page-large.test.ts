/** Large and long things: a thousand cells, a cell that prints without end, a hidden tab. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeNotebook, toCellMark } from '../../../bench/notebook/make-notebook.ts';
import type { App } from '../../helpers/app/app.ts';
import { followUntil, post } from '../../helpers/app/app-client.ts';
import { openApp } from '../../helpers/app/shared-app.ts';
import { logIn, openPage } from '../../helpers/page/browser.ts';
import { appendRuns } from '../../helpers/runtime/append-runs.ts';

const CELLS = 1_000;

/** A notebook of plain cells has some ten elements a cell and hundreds an output. */
const MAX_ELEMENTS = 15_000;

const countElements = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

/** The ids of rows in view whose cell is not drawn. */
const findBlankRows = (page: Page) =>
  page.locator('[id^="made-"]:not([data-drawn])').evaluateAll((rows) =>
    rows
      .filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      })
      .map(({ id }) => id),
  );

const drawn = (page: Page, index: number) => page.locator(`#made-${index}[data-drawn]`);

async function importNotebook(app: App): Promise<string> {
  const body = JSON.stringify(makeNotebook(CELLS));
  const response = await app.request('/api/sessions/import?name=made.ipynb', { method: 'POST', body });
  expect(response.status).toBe(201);
  return (await response.json()).id;
}

async function openSession(page: Page, app: App, sessionId: string): Promise<void> {
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${sessionId}`);
}

test('a notebook of 1,000 cells opens, is scrolled and searched, and draws and loads what is near', async () => {
  const app = await openApp();
  const page = await openPage();
  const pictures = new Set<string>();
  page.on('request', (request) => {
    if (request.url().includes('/blobs/')) pictures.add(request.url());
  });
  await openSession(page, app, await importNotebook(app));

  await drawn(page, 1).getByText(toCellMark(1)).first().waitFor();
  await expect.poll(() => page.locator('[id^="made-"]').count()).toBe(CELLS);
  expect(await countElements(page)).toBeLessThan(MAX_ELEMENTS);
  expect(pictures.size).toBeLessThan(20);

  // An outline or a link leads to a cell by its id, drawn or not.
  await page.evaluate(() => document.getElementById('made-503')?.scrollIntoView());
  const plot = drawn(page, 503).getByRole('img').first();
  await plot.waitFor();
  await page.waitForFunction(() => {
    const image = document.querySelector<HTMLImageElement>('#made-503 img');
    return image?.complete && image.naturalWidth === 640;
  });
  await expect
    .poll(() => page.locator('#made-503').evaluate((row) => row.getBoundingClientRect().top))
    .toBeLessThan(900);
  expect((await drawn(page, 1).count()) + (await drawn(page, 999).count())).toBeLessThan(2);

  // The browser's own search meets the text of a cell that is not drawn, and says so by this event.
  const far = page.locator('#made-801 [hidden="until-found"]');
  expect(await far.textContent()).toContain(toCellMark(801));
  await far.dispatchEvent('beforematch');
  await drawn(page, 801).waitFor();

  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight }));
  await drawn(page, CELLS - 1).waitFor();
  await page.mouse.move(600, 400);
  for (let turn = 0; turn < 60; turn++) await page.mouse.wheel(0, -900);
  await page.waitForFunction(() => scrollY < document.documentElement.scrollHeight - 20_000);
  await expect.poll(() => findBlankRows(page)).toEqual([]);
  expect(await countElements(page)).toBeLessThan(MAX_ELEMENTS);
  expect(pictures.size).toBeLessThan(100);
});

test('a session of many runs opens at the last one, and two tabs show the same', async () => {
  const app = await openApp();
  const sessionId = await appendRuns(app.home, makeNotebook(CELLS));
  const page = await openPage();
  await openSession(page, app, sessionId);
  const task = page.getByText('Look at the groups once more (run-25).');
  await task.waitFor();
  await drawn(page, 962).waitFor();
  const isAtTop = (element: Element) => {
    const { top } = element.getBoundingClientRect();
    return top > 0 && top < 400;
  };
  await expect.poll(() => task.evaluate(isAtTop)).toBe(true);

  const other = await page.context().newPage();
  await other.goto(page.url());
  for (const tab of [page, other]) {
    await tab.bringToFront();
    await tab.locator('#made-411').waitFor({ state: 'attached' });
    await tab.evaluate(() => document.getElementById('made-411')?.scrollIntoView());
    await drawn(tab, 411).waitFor();
  }
  const read = (tab: Page) => tab.locator('#made-411').innerText();
  expect(await read(other)).toBe(await read(page));
  expect(await read(page)).toContain(toCellMark(411));
});

/** About ten million characters, a hundred lines at a time. */
const FLOOD = `import os, sys
for part in range(1_000):
    sys.stdout.write(("x" * 99 + "\\n") * 100)
    sys.stdout.flush()
    if part == 20:
        while not os.path.exists("go.txt"):
            pass
print("and no", "further")`;

test('typing and scrolling work next to a cell that prints 10 MB, and a hidden tab catches up without gaps', async () => {
  const app = await openApp();
  const { id } = await post(app, '/api/sessions', { title: 'Flood' });
  const page = await openPage();
  await openSession(page, app, id ?? '');
  const insert = (source: string) =>
    post(app, `/api/sessions/${id}/cells`, { type: 'code', source }).then(({ cellId = '' }) => cellId);
  const first = await insert('\n'.repeat(80));
  const flood = await insert(FLOOD);
  const composer = page.getByRole('textbox', { name: 'Task' });
  await post(app, `/api/sessions/${id}/cells/${flood}/execute`);
  await page.locator(`#${flood}`).getByText('xxxx').first().waitFor();
  await composer.pressSequentially('What is it ');

  // A browser without a window hides no tab by itself.
  const streams: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/events?')) streams.push(request.url());
  });
  const closed = page.waitForEvent('requestfailed', isStream);
  await hide(page, true);
  await closed;
  await app.request(`/api/sessions/${id}/files/go.txt`, { method: 'PUT', body: 'go' });
  await followUntil(app, id ?? '', ({ cells }) =>
    cells.some((cell) => cell.id === flood && cell.status === 'ok'),
  );
  expect(await page.locator(`#${flood}`).innerText()).not.toContain('and no further');
  await hide(page, false);
  await page.locator(`#${flood}`).getByText('and no further').waitFor();
  expect(streams).toHaveLength(1);
  expect(Number(new URL(streams[0] ?? '').searchParams.get('after'))).toBeGreaterThan(3);

  await composer.pressSequentially('printing?');
  expect(await composer.inputValue()).toBe('What is it printing?');
  await page.evaluate((cellId) => document.getElementById(cellId)?.scrollIntoView(), first);
  await page.locator(`#${first}`).waitFor();
  expect(await countElements(page)).toBeLessThan(MAX_ELEMENTS);
  const whole = await (await app.request(`/api/sessions/${id}/cells/${flood}/output`)).text();
  expect(whole.length).toBeGreaterThan(10_000_000);
  expect(whole.slice(-20)).toContain('and no further');
});

const isStream = (request: { url(): string }) => request.url().includes('/events?');

const hide = (page: Page, isHidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
