/** Charts outside the app: drawn in a downloaded page without network, and behind a link, by our scripts only. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { EXPORT_TEXTS as MENU_TEXTS } from '../../../components/panels/share/export-texts.ts';
import { EXPORT_TEXTS } from '../../../lib/export/output/export-texts.ts';
import { ROOT_DIR } from '../../helpers/app/app.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import {
  findAccessibilityFaults,
  keepScreenshot,
  logIn,
  openPage,
  openStartPage,
  takeScreenshots,
  unfoldWork,
} from '../../helpers/page/browser.ts';
import { openNotebook } from '../../helpers/page/open-notebook.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const readFixture = (name: string) => readFileSync(join(ROOT_DIR, 'test/fixtures/outputs', name), 'utf8');
const PLOTLY = 'application/vnd.plotly.v1+json';
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const toBars = (title: string) => ({
  data: [{ type: 'bar', x: ['north', 'south'], y: [1, 3] }],
  layout: { title: { text: title }, height: 300 },
});
const LITE = {
  data: { values: [{ town: 'x', units: 1 }] },
  mark: 'bar',
  encoding: { x: { field: 'town', type: 'nominal' }, y: { field: 'units', type: 'quantitative' } },
};
const HOSTILE = '</script><script>top.document.title = "stolen"</script><b>kept</b>';
const BUNDLES = [
  { [PLOTLY]: toBars('Bars'), 'text/plain': 'Figure' },
  { [PLOTLY]: toBars(HOSTILE), 'image/png': PNG },
  { 'application/vnd.vegalite.v5+json': LITE },
  { 'text/html': readFixture('altair.html'), 'text/plain': 'alt.Chart(...)' },
  { 'text/html': '<div id="b1" data-root-id="p1" style="display: contents;"></div>' },
  { 'application/vnd.bokehjs_exec.v0+json': '', 'application/javascript': readFixture('bokeh-show.js') },
];

async function checkCharts(page: Page): Promise<void> {
  const charts = page.locator('figure.chart');
  expect(await charts.count()).toBe(5);
  for (const chart of await charts.all()) {
    await chart.scrollIntoViewIfNeeded();
    await chart.and(page.locator('[data-drawn]')).waitFor();
    expect(await chart.locator('iframe').getAttribute('sandbox')).toBe('allow-scripts');
    expect(await chart.locator('.still').isVisible()).toBe(false);
  }
  expect(await page.title()).toBe('outputs');
  const [plotly, hostile, vega, altair, bokeh] = (await charts.all()).map((each) =>
    each.frameLocator('iframe'),
  );
  // Plotly listens a moment after it has drawn, and hears only a pointer that moves.
  await vi.waitFor(async () => {
    await page.mouse.move(0, 0);
    await plotly?.locator('.barlayer path').last().hover({ force: true });
    await plotly?.locator('.hovertext', { hasText: 'south' }).waitFor({ timeout: 1_000 });
  }, 20_000);
  await hostile?.locator('.barlayer path').first().waitFor();
  await vega?.locator('canvas').waitFor();
  await altair?.locator('canvas').waitFor();
  await bokeh?.locator('canvas').first().waitFor();
  for (const frame of page.frames().slice(1))
    expect(await frame.evaluate(() => globalThis.origin)).toBe('null');
}

/** Keeps which of these texts the page has shown since, each once. */
async function noteShown(page: Page, texts: readonly string[]): Promise<() => Promise<string[]>> {
  const shown = await page.evaluateHandle((wanted) => {
    const seen = new Set<string>();
    new MutationObserver(() => {
      for (const text of wanted) if (document.body.innerText.includes(text)) seen.add(text);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
    return seen;
  }, texts);
  return () => shown.evaluate((seen) => [...seen]);
}

test('a downloaded page and a shared one draw charts by themselves, and run no other script', async () => {
  const { app, sessionId } = await openNotebook(BUNDLES);
  const html = await (await app.request(`/api/sessions/${sessionId}/export?format=html`)).text();
  const file = join(await createTempDir(), 'outputs.html');
  await writeFile(file, html);
  // Each library is there once.
  expect(html.match(/<script type="application\/gzip"/g)).toHaveLength(1 + 2 + 4 + 5);
  expect(html.length).toBeLessThan(5_000_000);

  const page = await openPage({ offline: true });
  const requests: string[] = [];
  const faults: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', ({ message }) => faults.push(message));
  // As on a busy machine: the first attempt at a picture for paper runs out of time.
  await page.addInitScript(() => {
    const { setTimeout } = globalThis;
    Object.assign(globalThis, {
      setTimeout: (run: () => void, ms?: number) => setTimeout(run, ms === 10_000 ? 0 : ms),
    });
  });
  await page.goto(pathToFileURL(file).href);
  // Paper has all of them, also those that nobody scrolled to.
  await page.emulateMedia({ media: 'print' });
  for (const chart of await page.locator('figure.chart').all()) await chart.locator('> .paper').waitFor();
  expect(await page.locator('figure.chart .facts:visible').count()).toBe(0);
  await keepScreenshot(page, 'export-charts-print');
  await page.emulateMedia({ media: null });
  await checkCharts(page);
  expect(requests.filter((url) => !/^(?:data|blob|about):/.test(url))).toEqual([pathToFileURL(file).href]);
  expect(faults).toEqual([]);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeScreenshots(page, 'export-charts');
  // A script that is not ours is refused, in the page and in a frame.
  for (const frame of page.frames()) {
    const ran = await frame.evaluate(() => {
      const script = document.createElement('script');
      script.text = 'globalThis.ranForeign = true';
      document.head.append(script);
      return 'ranForeign' in globalThis;
    });
    expect(ran).toBe(false);
  }

  const still = await openPage({ javaScriptEnabled: false });
  await still.goto(pathToFileURL(file).href);
  await still.getByText(EXPORT_TEXTS.chartOnPage('Plotly chart')).first().waitFor();
  await still.getByRole('row', { name: 'south 3' }).waitFor();
  expect(await still.getByRole('img').count()).toBe(1);
  await keepScreenshot(still, 'export-charts-still');

  const printer = await openPage({ colorScheme: 'dark' });
  faults.length = 0;
  printer.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  // As on a busy machine: the first attempt at the first chart runs out of time.
  await printer.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    let isFirst = true;
    AbortSignal.timeout = (ms) => {
      const isLate = ms === 10_000 && isFirst;
      if (isLate) isFirst = false;
      return timeout(isLate ? 0 : ms);
    };
  });
  await logIn(printer, app);
  await printer.goto(`${app.url}/sessions/${sessionId}`);
  await printer.locator('[data-cell-id]').first().waitFor();
  const notices = [MENU_TEXTS.preparing, MENU_TEXTS.slowCharts];
  const readShown = await noteShown(printer, notices);
  await printer.keyboard.press('Control+p');
  // On a fast machine they are gone before a test can look.
  await expect.poll(readShown).toEqual(notices);
  for (const notice of notices) await printer.getByText(notice).waitFor({ state: 'detached' });
  const paper = printer.frameLocator('#print-frame').locator('figure.chart > .paper');
  expect(await paper.count()).toBe(5);
  // In light colors, also where the page is dark.
  const vega = await paper
    .and(printer.frameLocator('#print-frame').getByAltText(/Vega/))
    .first()
    .getAttribute('src');
  expect(decodeURIComponent(vega ?? '')).toContain('fill="rgb(255, 255, 255)"');
  expect(await printer.locator('#print-frame').getAttribute('sandbox')).not.toContain('scripts');
  expect(faults).toEqual([]);

  const shared = await app.request(`/api/sessions/${sessionId}/shares`, { method: 'POST', body: '{}' });
  const { path } = z.object({ path: z.string() }).parse(await shared.json());
  const guest = await openPage();
  faults.length = 0;
  guest.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await guest.goto(`${app.url}${path}`);
  await checkCharts(guest);
  expect(await guest.evaluate(() => globalThis.origin)).toBe('null');
  expect(faults).toEqual([]);
});

const DRAW = `import pandas as pd, plotly.express as px, altair as alt
from matplotlib import pyplot as plt
df = pd.DataFrame({"town": ["Ulm", "Linz", "Graz"] * 2, "year": [2024] * 3 + [2025] * 3, "units": [3, 5, 2, 4, 6, 1]})
figure, axes = plt.subplots(figsize=(6, 3))
df.pivot(index="town", columns="year", values="units").plot.bar(ax=axes, title="Units", rot=0)
plt.show()
px.line(df, x="year", y="units", color="town", title="Units", height=300).show()
alt.Chart(df, title="Units").mark_bar().encode(x="town", y="units", color="year:N")`;

test('new charts of all libraries have the page’s look, and plots their size with twice the pixels', async () => {
  const app = await openScriptedApp([`\`\`\`python\n${DRAW}\n\`\`\``, 'Drawn.']);
  const page = await openPage({ deviceScaleFactor: 2 });
  await openStartPage(page, app);
  await page.getByRole('textbox', { name: 'Task' }).fill('Draw');
  await page.keyboard.press('Enter');
  await page.getByText('Drawn.').first().waitFor();
  await unfoldWork(page);
  const plot = page.getByRole('img', { name: /Units/ }).first();
  await plot.scrollIntoViewIfNeeded();
  await expect
    .poll(() => plot.evaluate((image) => 'naturalWidth' in image && Number(image.naturalWidth)))
    .toBeGreaterThan(1_000);
  const sizes = await plot.evaluate((image) =>
    'naturalWidth' in image ? [Number(image.naturalWidth), image.clientWidth] : [],
  );
  expect(Math.round((sizes[0] ?? 0) / (sizes[1] ?? 1))).toBe(2);
  const plotly = page.locator('[data-viewer="plotly"]').first();
  await plotly.scrollIntoViewIfNeeded();
  const line = plotly.frameLocator('iframe').locator('.scatterlayer .js-line').first();
  await expect.poll(() => line.evaluate((path) => getComputedStyle(path).stroke)).toBe('rgb(68, 119, 170)');
  const vega = page.locator('[data-viewer="vega"]').first();
  await vega.scrollIntoViewIfNeeded();
  await vega.frameLocator('iframe').locator('canvas').waitFor();
  const title = plotly.frameLocator('iframe').locator('.gtitle');
  const readFill = () => title.evaluate((text) => getComputedStyle(text).fill);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(readFill).toBe('rgb(236, 234, 230)');
  await page.setViewportSize({ width: 1280, height: 2200 });
  await takeScreenshots(page, 'chart-style');
});
