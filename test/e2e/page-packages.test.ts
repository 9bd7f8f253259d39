/** Outputs of the packages in the kernel's environment are drawn, each from typical code. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { post } from '../helpers/app-client.ts';
import { findAccessibilityFaults, logIn, openPage } from '../helpers/browser.ts';
import { openApp } from '../helpers/shared-app.ts';

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

async function draw(cell: Locator, kind: string) {
  const chart = cell.locator(`[data-viewer="${kind}"]`);
  await chart.scrollIntoViewIfNeeded();
  await chart.locator('iframe[data-drawn="true"]').waitFor();
  return chart.frameLocator('iframe');
}
