/** Agents that a run asks, as the page shows them: while they work, folded after the end, and on a small screen. */
import { expect, test } from 'vitest';
import { followUntil, isEnded, post } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import type { ModelServerRequest, ScriptedReply } from '../../helpers/model/model-server.ts';
import {
  findAccessibilityFaults,
  logIn,
  openPage,
  takeScreenshots,
  unfoldWork,
} from '../../helpers/page/browser.ts';

const fence = (code: string) => `\`\`\`python\n${code}\n\`\`\``;
const PREPARE =
  'import pandas as pd\nsales = pd.DataFrame({"region": ["North", "South", "North"], "units": [10, 14, 7], "price": [2.0, 3.0, 2.5]})\nprint("ready", len(sales))';
const ASKS =
  'The parts do not need one another.\n```ask_agent returns=by_region\nSum the `units` of the frame `sales` by region, and say which region sold the most.\n```\n```ask_agent returns=revenue, rows\nCompute the revenue (units times price) of `sales`, and draw it by row.\n```';
const BY_REGION = 'by_region = sales.groupby("region")["units"].sum()\nprint(by_region)';
const REVENUE =
  'import matplotlib.pyplot as plt\nrevenue = float((sales.units * sales.price).sum())\nrows = (row for row in sales.itertuples())\nplt.bar(range(3), sales.units * sales.price)\nplt.show()\nprint("revenue", revenue)';

function reply({ messages }: ModelServerRequest): ScriptedReply {
  const told = JSON.stringify(messages);
  if (told.includes('This is a part of the task')) {
    if (told.includes('by region, and say'))
      return { text: told.includes('North    17') ? '**North** sold the most, 17 units.' : fence(BY_REGION) };
    return {
      text: told.includes('revenue 79.5')
        ? 'The revenue is **79.5**.'
        : `It takes one cell.\n\n${fence(REVENUE)}`,
    };
  }
  if (told.includes('has ended after'))
    return { text: 'North sold the most, **17** units. The revenue is **79.5**.' };
  return { text: told.includes('ready 3') ? ASKS : fence(PREPARE) };
}

test('agents are lines that fold their cells, and say what of them is in the kernel', async () => {
  const app = await openScriptedApp(reply);
  const { id = '' } = await post(app, '/api/sessions');
  await post(app, `/api/sessions/${id}/runs`, { task: 'Who sold most, and for how much?', agents: 3 });
  await followUntil(app, id, isEnded);
  const page = await openPage({ viewport: { width: 1280, height: 1000 } });
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  await unfoldWork(page);
  const first = page.getByRole('button', { name: /^Agent 1 · answered · 2 steps/ });
  const second = page.getByRole('button', { name: /^Agent 2 · answered · 2 steps/ });
  await first.waitFor();
  await page.getByText('Now in the kernel: by_region.').waitFor();
  await page.getByText(/rows did not come back: TypeError/).waitFor();
  expect(await page.getByText('by_region = sales.groupby').count()).toBe(0);
  await takeScreenshots(page, 'agents-folded');
  await first.click();
  await page.getByRole('heading', { name: 'Agent 1' }).waitFor();
  await second.press('Enter');
  await page.getByText('It takes one cell.').waitFor();
  await second.scrollIntoViewIfNeeded();
  await takeScreenshots(page, 'agents-open');
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await first.scrollIntoViewIfNeeded();
  await takeScreenshots(page, 'agents-390');
  await page.setViewportSize({ width: 1900, height: 1000 });
  await first.scrollIntoViewIfNeeded();
  await takeScreenshots(page, 'agents-1900');
});
