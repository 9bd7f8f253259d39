/** States of the tour in which something is held back or has been ended: by a limit, a frame, a reviewer, or its owner. */
import { APPROVAL_TEXTS } from '../../components/ask/approval-texts.ts';
import { CELL_PART_TEXTS } from '../../components/notebook/cells/cell-part-texts.ts';
import { COMMAND_TITLES } from '../../components/notebook/commands/table/command-titles.ts';
import { VIEW_TEXTS } from '../../components/notebook/view/view-texts.ts';
import { EXPORT_TEXTS } from '../../components/panels/share/export-texts.ts';
import { SHARE_TEXTS } from '../../components/panels/share/share-texts.ts';
import { SIDEBAR_TEXTS } from '../../components/panels/sidebar/sidebar-texts.ts';
import { FIX_TEXTS } from '../../components/panels/verification/hidden-fix-texts.ts';
import { REPORT_TEXTS } from '../../components/panels/verification/report-texts.ts';
import { VERIFICATION_TEXTS } from '../../components/panels/verification/verification-texts.ts';
import { BUDGET_TEXTS } from '../../components/render/budget/budget-texts.ts';
import { FRAME_TEXTS } from '../../components/render/output/frame/frame-texts.ts';
import { TABLE_TEXTS } from '../../components/render/table/describe/table-texts.ts';
import type { Guide } from './guide.ts';
import { CHART, fence, WIDE } from './state-sources.ts';

/** Parts of the tour, by their names. */
export const GUARDED_STATES = {
  undrawn: takeUndrawn,
  escapes: takeEscapes,
  memory: takeMemory,
  review: takeReview,
  transfers: takeTransfers,
  download: takeExport,
  gone: takeGone,
  refused: takeRefused,
  verification: takeVerification,
} satisfies Record<string, (guide: Guide) => Promise<void>>;

const UNDRAWN = `from IPython.display import Latex, Markdown, display
display(Latex("$$" + "x" * 300_000 + "$$"))
display(Markdown("| name | count |\\n| --- | --- |\\n" + "| row | 12 |\\n" * 11_000))`;
const ESCAPE = `from IPython.display import HTML
HTML("<p>A page of its own</p><script>location = 'about:blank'</script>")`;
/** Each process stays below the limit that its own kernel sets; together they do not. */
const EXCESS = `import subprocess, sys, time
hold = 'import time; held = b"x" * (1 << 30); time.sleep(60)'
started = [subprocess.Popen([sys.executable, "-c", hold]) for _ in range(8)]
time.sleep(60)`;
/** Many enough that saving and searching take a while. */
const MANY_ROWS = `import pandas as pd
pd.DataFrame({f"column {n}": range(3_000_000) for n in range(8)}).astype(str)`;

/** Outputs that would hold up the page. */
async function takeUndrawn({ page, take, openCells }: Guide): Promise<void> {
  await openCells([UNDRAWN]);
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).click();
  await page.getByRole('button', { name: BUDGET_TEXTS.draw }).first().waitFor();
  await page.getByRole('button', { name: BUDGET_TEXTS.showText }).first().waitFor();
  await take('undrawn');
}

/** A program in an output that leaves its frame. */
async function takeEscapes({ page, take, openCells }: Guide): Promise<void> {
  await openCells([ESCAPE]);
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).click();
  await page.getByRole('button', { name: FRAME_TEXTS.run }).click();
  await page.getByText(FRAME_TEXTS.left).waitFor();
  await take('escaped');
}

/** A cell that needs more memory than its sandbox may have. */
async function takeMemory({ page, take, openCells }: Guide): Promise<void> {
  await openCells(['table = 5', EXCESS]);
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).click();
  await page.getByRole('button', { name: /^Restore by running/ }).waitFor();
  await take('memory-limit');
}

/** An answer that waits for its reviewer. */
async function takeReview({ app, page, script, take, send }: Guide): Promise<void> {
  const reviewed = Promise.withResolvers<void>();
  script.push(fence('print(6 * 7)'), 'It is **42**.', { text: 'APPROVED', until: reviewed.promise });
  const { id } = await send('/api/sessions', { title: 'A product' });
  await page.goto(`${app.url}/sessions/${id}`);
  await send(`/api/sessions/${id}/runs`, { task: 'What is six times seven?', review: true });
  await page
    .getByText(/is reviewing the work/)
    .or(page.getByText(VIEW_TEXTS.reviewing))
    .first()
    .waitFor();
  await take('reviewing');
  reviewed.resolve();
  await page.locator('[data-outcome="answered"]').waitFor();
  await take('reviewed');
}

/** A table of millions of rows that is searched and saved. */
async function takeTransfers({ page, take, openCells }: Guide): Promise<void> {
  await openCells([MANY_ROWS]);
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).click();
  const grid = page.getByRole('grid');
  await grid.waitFor();
  await grid.hover();
  await page.getByRole('button', { name: TABLE_TEXTS.searchRows }).click();
  await page.getByRole('searchbox', { name: TABLE_TEXTS.searchRows }).fill('999');
  await page.getByText(TABLE_TEXTS.searching).waitFor();
  await take('table-searching');
  await page
    .getByText(/ match/)
    .first()
    .waitFor();
  await page.getByRole('searchbox', { name: TABLE_TEXTS.searchRows }).fill('');
  // The rows that match are saved too soon to be seen.
  await page
    .getByText(/ match/)
    .first()
    .waitFor({ state: 'detached' });
  await page.getByRole('button', { name: TABLE_TEXTS.save, exact: true }).click();
  await page.getByRole('menuitem', { name: /CSV/ }).first().click();
  await page.getByText(/^Saving…/).waitFor();
  await take('table-saving');
}

/** A downloaded page with a chart and a wide table, which is what is printed too. */
async function takeExport({ app, context, page, take, api, openNotebook }: Guide): Promise<void> {
  await openNotebook('Sales by quarter', ['print("Sales rise.")', CHART, WIDE]);
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).click();
  await page.getByText('In [3]').first().waitFor();
  const html = await (await app.request(`${api()}/export?format=html`)).text();
  const file = await context.newPage();
  await file.route('**/export.html', (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await file.goto(`${app.url}/export.html`);
  await take('export-table', file);
  await file.close();
}

/** Code that the user refused, and a file that code deleted. */
async function takeRefused({
  app,
  page,
  script,
  take,
  api,
  openCells,
  ask,
  openPanel,
}: Guide): Promise<void> {
  await openCells(['import os\nos.remove("sales.csv")']);
  await app.request(`${api()}/files/sales.csv`, { method: 'PUT', body: 'year,sold\n2025,12\n' });
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).click();
  await page.getByText('In [1]').first().waitFor();
  await take('file-deleted', page, () => openPanel('Files'));
  await page.getByRole('combobox', { name: 'Approval' }).selectOption(APPROVAL_TEXTS.always);
  script.push(`I look for it.\n${fence('print(os.listdir("."))')}`, 'I do not know where it is.');
  await ask('Task', 'Where is the file?');
  await page.getByRole('button', { name: 'Refuse', exact: true }).click();
  await page.getByPlaceholder(CELL_PART_TEXTS.refusalHint).press('Enter');
  await page.locator('[data-outcome="answered"]').waitFor();
  await page.getByRole('button', { name: /^Work\b/ }).click();
  await take('refused');
}

/** A notebook that gives something else from a clean start. */
async function takeVerification({
  app,
  page,
  take,
  api,
  openCells,
  openPanel,
  command,
}: Guide): Promise<void> {
  const sources = [
    'import random, time\nrate = 0.19',
    'print(random.random())',
    'print(time.time())',
    'print(100 * rate)',
  ];
  const [first = ''] = await openCells(sources);
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).click();
  await page.getByText('In [4]').first().waitFor();
  await app.request(`${api()}/cells/${first}`, {
    method: 'PATCH',
    body: JSON.stringify({ source: 'import random, time' }),
  });
  await command('notebook-verify');
  await page.getByText(VERIFICATION_TEXTS.running).waitFor();
  await take('verifying');
  await page
    .getByText(/^Not reproduced/)
    .first()
    .waitFor();
  await take('verified', page, () => openPanel(SIDEBAR_TEXTS.runPanel));
  await page.getByRole('button', { name: FIX_TEXTS.restore.label }).click();
  await page.getByText(REPORT_TEXTS.staleNote).waitFor();
  await take('verified-stale', page, () => openPanel(SIDEBAR_TEXTS.runPanel));
  // As other parts expect it.
  await openPanel('Files');
}

/** A link that its owner has ended. */
async function takeGone({ context, page, take, openNotebook, closeDialog }: Guide): Promise<void> {
  await openNotebook('Sales by quarter', ['print("Sales rise.")']);
  await page.getByRole('button', { name: EXPORT_TEXTS.menu }).click();
  await page.getByRole('menuitem', { name: COMMAND_TITLES['notebook-share'].title }).click();
  await page.getByRole('button', { name: SHARE_TEXTS.make }).click();
  const address = await page.getByRole('textbox', { name: SHARE_TEXTS.link }).inputValue();
  await page.getByRole('button', { name: /^Revoke/ }).click();
  await closeDialog();
  const guest = await context.newPage();
  // The page of a link runs no script, so nothing in it could look at it: without its policy, axe can.
  await guest.route('**/shared/**', async (route) => {
    const response = await route.fetch();
    const { 'content-security-policy': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await guest.goto(address);
  await take('shared-ended', guest);
  await guest.close();
}
