/** Outputs of the packages in the kernel's environment are drawn, each from typical code. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { post } from '../../helpers/app/app-client.ts';
import { openApp } from '../../helpers/app/shared-app.ts';
import { findAccessibilityFaults, logIn, openPage } from '../../helpers/page/browser.ts';

const SOURCES = {
  bars: `import pandas as pd, plotly.express as px
df = pd.DataFrame({"plant": ["A", "B", "C"], "units": [3, 1, 2]})
px.bar(df, x="plant", y="units", title="Units")`,
  // From 1,000 points on plotly.express draws by WebGL.
  points: `fig = px.scatter(x=range(2_000), y=[i % 7 for i in range(2_000)])
fig.show()`,
  altair: `import altair as alt
alt.Chart(df).mark_bar().encode(x="plant", y="units")`,
  interact: `from ipywidgets import interact
def double(x=3):
    print("twice", 2 * x)
interact(double, x=(0, 10))`,
  tqdm: `from tqdm.auto import tqdm
for part in tqdm(range(40), desc="parts"):
    pass`,
  model: `from sklearn.linear_model import LinearRegression
LinearRegression().fit([[1], [2], [3]], [2, 4, 6])`,
};

test('charts of Plotly and Altair, widgets, progress bars and models of scikit-learn', async () => {
  const app = await openApp();
  const { id: sessionId = '' } = await post(app, '/api/sessions', { title: 'Packages' });
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${sessionId}`);
  const run = async (source: string): Promise<Locator> => {
    const { cellId = '' } = await post(app, `/api/sessions/${sessionId}/cells`, { type: 'code', source });
    await post(app, `/api/sessions/${sessionId}/cells/${cellId}/execute`);
    await page.locator(`#${cellId} [data-status="ok"]`).waitFor();
    return page.locator(`#${cellId}`);
  };

  const bars = await draw(await run(SOURCES.bars), 'plotly');
  await expect.poll(() => bars.locator('.barlayer path').count()).toBe(3);
  const points = await draw(await run(SOURCES.points), 'plotly');
  await points.locator('.xaxislayer-above text').first().waitFor();
  const altair = await draw(await run(SOURCES.altair), 'vega');
  await altair.locator('canvas').waitFor();

  const interact = await draw(await run(SOURCES.interact), 'widgets');
  await interact.getByText('twice 6').waitFor();
  await interact.getByRole('slider', { name: 'x' }).press('ArrowRight');
  await interact.getByText('twice 8').waitFor();

  const tqdm = await draw(await run(SOURCES.tqdm), 'widgets');
  await tqdm.getByText(/40\/40/).waitFor();
  await tqdm.getByText('parts: 100%').waitFor();
  const model = await run(SOURCES.model);
  await model.getByText('LinearRegression').first().waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

const STEPS = `from tqdm.auto import tqdm
bar = tqdm(total=10, desc="parts", mininterval=0)
bar.update(3)
go = input("Continue? ")
for part in range(7):
    bar.update(1)
bar.close()
for part in tqdm(range(10_000), desc="quick", mininterval=0):
    pass`;

test('a progress bar moves while its cell runs, also after a reload, and the file has its last state', async () => {
  const app = await openApp();
  const { id: sessionId = '' } = await post(app, '/api/sessions', { title: 'Progress' });
  const { cellId = '' } = await post(app, `/api/sessions/${sessionId}/cells`, {
    type: 'code',
    source: STEPS,
  });
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${sessionId}`);
  await post(app, `/api/sessions/${sessionId}/cells/${cellId}/execute`);
  const cell = page.locator(`#${cellId}`);
  await (await draw(cell, 'widgets')).getByText(/3\/10/).waitFor();
  await page.reload();
  await (await draw(cell, 'widgets')).getByText(/3\/10/).waitFor();
  const field = cell.getByRole('textbox', { name: 'Continue?' });
  await field.fill('yes');
  await field.press('Enter');
  await cell.locator('[data-status="ok"]').waitFor();
  const bars = cell.locator('[data-viewer="widgets"]');
  await bars
    .first()
    .frameLocator('iframe')
    .getByText(/10\/10/)
    .waitFor();
  await bars
    .last()
    .frameLocator('iframe')
    .getByText(/10000\/10000/)
    .waitFor();

  const file = await (await app.request(`/api/sessions/${sessionId}/export?format=ipynb`)).json();
  const { state } = file.metadata.widgets['application/vnd.jupyter.widget-state+json'];
  const values = Object.values<{ state: Record<string, unknown> }>(state).map((model) => model.state.value);
  expect(values).toEqual(expect.arrayContaining([10, 10_000]));
});

async function draw(cell: Locator, kind: string) {
  const chart = cell.locator(`[data-viewer="${kind}"]`);
  await chart.scrollIntoViewIfNeeded();
  await chart.locator('iframe[data-drawn="true"]').waitFor();
  return chart.frameLocator('iframe');
}
