/** Outputs that need a library are drawn in frames: offline, in both themes, near the window, or with a message. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CELL_TEXTS } from '../../../components/notebook/cells/cell-texts.ts';
import { VIEW_TEXTS } from '../../../components/notebook/view/view-texts.ts';
import { BUDGET_TEXTS } from '../../../components/render/budget/budget-texts.ts';
import { FRAME_TEXTS } from '../../../components/render/output/frame/frame-texts.ts';
import { DRAWING_TEXTS } from '../../../components/render/output/parts/drawing-texts.ts';
import { ROOT_DIR } from '../../helpers/app/app.ts';
import { findAccessibilityFaults, keepScreenshot } from '../../helpers/page/browser.ts';
import { openNotebook } from '../../helpers/page/open-notebook.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const readFixture = (name: string) => readFileSync(join(ROOT_DIR, 'test/fixtures/outputs', name), 'utf8');

const SLOW = { timeout: 60_000 };
const PLOTLY = 'application/vnd.plotly.v1+json';
const VEGA_LITE = 'application/vnd.vegalite.v5+json';
const VEGA = 'application/vnd.vega.v5+json';
const BOKEH = 'application/vnd.bokehjs_exec.v0+json';

const FIGURE = {
  data: [{ type: 'bar', x: ['a', 'b'], y: [1, 3] }],
  layout: { title: { text: 'Bars' }, height: 300, template: { layout: { paper_bgcolor: 'white' } } },
};
const LITE = {
  data: {
    values: [
      { a: 'x', b: 1 },
      { a: 'y', b: 2 },
    ],
  },
  mark: 'bar',
  transform: [{ calculate: 'datum.b * 10', as: 'c' }],
  encoding: { x: { field: 'a', type: 'nominal' }, y: { field: 'c', type: 'quantitative' } },
};
const FULL_VEGA = {
  width: 200,
  height: 100,
  data: [{ name: 'table', values: [{ v: 3 }] }],
  marks: [
    {
      type: 'rect',
      from: { data: 'table' },
      encode: { enter: { width: { signal: 'datum.v * 10' }, height: { value: 20 }, fill: { value: 'red' } } },
    },
  ],
};

/** Ten seconds of silence: a WAV file, 8,000 samples a second of 16 bits. */
const SOUND = toSilence(80_000);
/** Some 20 MB as JSON. */
const BIG_TABLE = Array.from({ length: 1000 }, (_, y) => Array.from({ length: 1000 }, (_, x) => (x * y) / 7));

function toSilence(samples: number): string {
  const bytes = Buffer.alloc(44 + samples * 2);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + samples * 2, 4);
  bytes.write('WAVEfmt ', 8);
  for (const [at, value] of [
    [16, 16],
    [24, 8000],
    [28, 16_000],
    [40, samples * 2],
  ] as const)
    bytes.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    bytes.writeUInt16LE(value, at);
  bytes.write('data', 36);
  return bytes.toString('base64');
}

const findCharts = (page: Page, kind?: string): Locator =>
  page
    .getByRole('region', { name: new RegExp(`^${CELL_TEXTS.codeCell('')}`) })
    .locator(kind ? `[data-viewer="${kind}"]` : '[data-viewer]');

const frameOf = (page: Page, kind: string): FrameLocator =>
  findCharts(page, kind).first().frameLocator('iframe');

test('charts are drawn without network, by our scripts only, in the page’s theme; they can be saved', async () => {
  const { app, page } = await openNotebook([
    { [PLOTLY]: FIGURE, 'text/plain': 'Figure' },
    { [VEGA_LITE]: LITE },
    { [VEGA]: FULL_VEGA },
    { 'text/html': readFixture('altair.html') },
    { 'text/html': '<div id="b1" data-root-id="p1" style="display: contents;"></div>' },
    { [BOKEH]: '', 'application/javascript': readFixture('bokeh-show.js') },
  ]);
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));

  await expect.poll(() => findCharts(page).count()).toBe(5);
  for (const chart of await findCharts(page).all()) await waitUntilDrawn(chart);
  await frameOf(page, 'plotly').locator('.barlayer path').first().waitFor();
  await frameOf(page, 'vega').locator('canvas').waitFor();
  await frameOf(page, 'bokeh').locator('canvas').first().waitFor();
  expect(await findCharts(page, 'vega').count()).toBe(3);
  expect(await page.getByRole('button', { name: FRAME_TEXTS.run }).count()).toBe(0);
  const port = new URL(app.url).port;
  expect(
    [...hosts].filter((host) => host !== '' && host !== `127.0.0.1:${port}` && host !== `localhost:${port}`),
  ).toEqual([]);
  const frames = await findCharts(page).locator('iframe').all();
  for (const frame of frames) expect(await frame.getAttribute('sandbox')).toBe('allow-scripts');
  expect(await findAccessibilityFaults(page)).toEqual([]);

  await page.emulateMedia({ colorScheme: 'dark' });
  const paper = frameOf(page, 'plotly').locator('.main-svg').first();
  await expect
    .poll(() => paper.evaluate((element) => getComputedStyle(element).backgroundColor), SLOW)
    .toBe('rgb(26, 28, 29)');

  for (const [kind, format, start] of [
    ['plotly', 'PNG', '\x89PNG'],
    ['plotly', 'SVG', '<svg'],
    ['vega', 'PNG', '\x89PNG'],
    ['bokeh', 'PNG', '\x89PNG'],
  ] as const) {
    const download = page.waitForEvent('download');
    await findCharts(page, kind)
      .first()
      .getByRole('button', { name: DRAWING_TEXTS.saveAs(format) })
      .press('Enter');
    const file = await download;
    expect(file.suggestedFilename()).toBe(`chart.${format.toLowerCase()}`);
    const path = join(await createTempDir(), file.suggestedFilename());
    await file.saveAs(path);
    expect(readFileSync(path, 'latin1').startsWith(start)).toBe(true);
  }
});

test('what the user selects in a frame can be asked about; what a frame only claims is ignored', async () => {
  const { page } = await openNotebook([
    { 'text/html': '<section><p>The <b>first</b> word</p></section>' },
    { 'text/html': '<section><p>Other words</p></section>' },
  ]);
  const [first, other] = [0, 1].map((at) =>
    page.locator(`[data-cell-id="cell-${at}"] [data-outputs]`).frameLocator('iframe'),
  );
  const ask = page.getByRole('button', { name: VIEW_TEXTS.askAboutQuote, exact: true });
  await first?.getByText('word').waitFor();
  const isHeard = page.evaluate(
    () =>
      new Promise((resolve) => addEventListener('message', ({ data }) => data.text && resolve(data.text))),
  );
  await first?.locator('body').evaluate(() => {
    parent.postMessage({ kind: 'selection', text: 'claimed', left: 1, bottom: 1 }, '*');
  });
  expect(await isHeard).toBe('claimed');
  expect(await page.locator('iframe[data-selection]').count()).toBe(0);

  await first?.getByText('word').click({ clickCount: 3 });
  await ask.waitFor();
  await other?.getByText('Other').click({ clickCount: 3 });
  await expect.poll(() => page.locator('iframe[data-selection="Other words"]').count()).toBe(1);
  expect(await page.locator('iframe[data-selection]').count()).toBe(1);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'frame-quote');
  await page.getByRole('textbox', { name: 'Task' }).click();
  await ask.waitFor({ state: 'detached' });
  await first?.getByText('word').click({ clickCount: 3 });
  await ask.click();
  await page.getByText('“The first word”').waitFor();
  await ask.waitFor({ state: 'detached' });
});

test('outputs that cannot be drawn say so; charts load when near; big ones come as stored bytes; audio plays', async () => {
  const { page } = await openNotebook([
    { [PLOTLY]: { layout: {} }, 'text/plain': 'Figure without data' },
    { [VEGA_LITE]: { mark: 'bar', data: { url: 'http://127.0.0.1:9/data.csv' }, encoding: {} } },
    { [VEGA_LITE]: [1, 2] },
    { [BOKEH]: '', 'application/javascript': 'alert(1)' },
    { 'application/x-unknown': '1' },
    { 'audio/wav': SOUND },
    { 'text/html': `<audio controls><source src="data:audio/wav;base64,${SOUND}" type="audio/wav"></audio>` },
    ...Array.from({ length: 6 }, () => ({ [PLOTLY]: FIGURE })),
    { [PLOTLY]: { data: [{ type: 'heatmap', z: BIG_TABLE }] } },
  ]);
  await page
    .getByRole('note')
    .getByText('This is not a Plotly figure: it has no list of data.')
    .first()
    .waitFor();
  await findCharts(page, 'plotly').locator('pre').getByText('Figure without data').waitFor();
  await page
    .getByRole('note')
    .getByText('This chart loads its data from an address, and outputs have no network.')
    .first()
    .waitFor();
  await page.getByRole('note').getByText('This is not a Vega specification.').first().waitFor();
  await page
    .getByRole('note')
    .getByText('This Bokeh output is written in a way that is not known here.')
    .first()
    .waitFor();
  await page.getByRole('note').getByText(DRAWING_TEXTS.unknownFormat).first().waitFor();

  const isLoaded = (element: Element) => element instanceof HTMLMediaElement && element.duration === 10;
  await expect.poll(() => page.locator('audio').evaluate(isLoaded), SLOW).toBe(true);
  const framed = page.frameLocator('iframe[src$="/frame/index.html"]').locator('audio');
  await expect.poll(() => framed.evaluate(isLoaded), SLOW).toBe(true);

  // 18 MB of figures take a moment to read, so they are drawn when the user asks for it.
  const big = findCharts(page, 'plotly').last();
  await page.getByRole('button', { name: BUDGET_TEXTS.draw }).click();
  await waitUntilDrawn(big);
  await big.frameLocator('iframe').locator('.heatmaplayer image').waitFor();
});

test('a chart is drawn when its frame is ready before a busy page has run its effects', async () => {
  const { page } = await openNotebook([{ [PLOTLY]: FIGURE }]);
  // React runs effects through message channels: a busy page, as far as they can tell.
  await page.addInitScript(() => {
    const { set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage') ?? {};
    Object.defineProperty(MessagePort.prototype, 'onmessage', {
      set(listener: (event: MessageEvent) => void) {
        const wait = () => (document.querySelector('[data-viewer] iframe') ? 1_000 : 0);
        set?.call(this, (event: MessageEvent) => setTimeout(() => listener(event), wait()));
      },
    });
  });
  await page.reload();
  await waitUntilDrawn(findCharts(page).first());
});

/** Widgets without ipywidgets: what its Python side says to the page and hears from it. */
const WIDGETS = `import comm, time
def make(name, module='controls', **state):
    state = {'_model_name': name + 'Model', '_model_module': '@jupyter-widgets/' + module, **state}
    return comm.create_comm(target_name='jupyter.widget', data={'state': state, 'buffer_paths': []}, metadata={'version': '2.1.0'})
slider = make('IntSlider', value=3, min=0, max=10, step=1, description='count')
label = make('Label', value='not moved')
button = make('Button', description='Press')
strange = make('Globe')
slow = make('IntSlider', value=9, min=0, max=10, step=1, description='slow')
PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
picture = {'output_type': 'display_data', 'data': {'image/png': PNG}, 'metadata': {'image/png': {'width': 50, 'height': 50}}}
plot = make('Output', 'output', msg_id='', outputs=[picture])
root = make('VBox', children=['IPY_MODEL_' + each.comm_id for each in (slider, label, button, strange, slow, plot)])
def say(text):
    label.send(data={'method': 'update', 'state': {'value': text}, 'buffer_paths': []})
slider.on_msg(lambda message: say(f"moved to {message['content']['data']['state']['value']}"))
def work(message):
    time.sleep(0.3)
    say(f"worked at {message['content']['data']['state']['value']}")
slow.on_msg(work)
button.on_msg(lambda message: say(f"{message['content']['data']['content']['event']} at 1/{1 // 0}"))
display({'application/vnd.jupyter.widget-view+json': {'version_major': 2, 'version_minor': 0, 'model_id': root.comm_id}, 'text/plain': 'VBox()'}, raw=True)`;

test('a widget is drawn from its state, and the user’s actions reach the kernel', async () => {
  const { app, page, sessionId } = await openNotebook([{ 'text/plain': 'first' }]);
  const post = (path: string, body: Record<string, unknown>) =>
    app.request(`/api/sessions/${sessionId}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const { cellId } = await (await post('cells', { type: 'code', source: WIDGETS })).json();
  await post(`cells/${cellId}/execute`, {});
  const chart = findCharts(page, 'widgets');
  await waitUntilDrawn(chart);
  const frame = frameOf(page, 'widgets');
  const slider = frame.getByRole('slider', { name: 'count' });
  await expect.poll(() => slider.inputValue()).toBe('3');
  await frame.getByText('The widget @jupyter-widgets/controls.Globe cannot be shown here.').waitFor();
  await slider.press('ArrowRight');
  await frame.getByText('moved to 4').waitFor();

  // What the kernel says of earlier changes does not take the user's last one back.
  const slow = frame.getByRole('slider', { name: 'slow' });
  const seen = await slow.evaluateHandle((input) => {
    const values: number[] = [];
    const look = () => {
      const value = input instanceof HTMLInputElement ? Number(input.value) : Number.NaN;
      if (value !== values.at(-1)) values.push(value);
      requestAnimationFrame(look);
    };
    look();
    return values;
  });
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await slow.press(key);
  await frame.getByText('worked at 6').waitFor();
  const values = await seen.jsonValue();
  expect(values).toEqual(values.toSorted((one, other) => other - one));
  await expect.poll(() => slow.inputValue()).toBe('6');
  const picture = frame.getByRole('img');
  await expect.poll(() => picture.boundingBox()).toMatchObject({ width: 50, height: 50 });
  await frame.getByRole('button', { name: 'Press' }).click();
  await page.getByText("The widget's code failed: ZeroDivisionError").waitFor();

  // The change is in the log; without the kernel the widget keeps it.
  await page.reload();
  await waitUntilDrawn(chart);
  await expect.poll(() => slider.inputValue()).toBe('4');
  await post('kernel', { action: 'restart' });
  const gone = page.getByText('The kernel that made this widget is gone. Run its cell again.');
  await expect
    .poll(async () => {
      await slider.press('ArrowRight');
      return gone.isVisible();
    }, SLOW)
    .toBe(true);
});

async function waitUntilDrawn(chart: Locator): Promise<void> {
  const isDrawn = async () => {
    // Again while others grow above it: a chart is drawn where it is near.
    await chart.scrollIntoViewIfNeeded();
    return chart.locator('iframe[data-drawn="true"]').isVisible();
  };
  await expect.poll(isDrawn, SLOW).toBe(true);
}
