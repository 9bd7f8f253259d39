/** States of the tour that few people ever see: layers of a table, limits, notes about old answers, failures of the app itself. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APP_TEXTS } from '../../app/app-texts.ts';
import { APPROVAL_TEXTS } from '../../components/ask/approval-texts.ts';
import { COMPOSER_TEXTS } from '../../components/ask/composer/composer-texts.ts';
import { CELL_PART_TEXTS } from '../../components/notebook/cells/cell-part-texts.ts';
import { CELL_TEXTS } from '../../components/notebook/cells/cell-texts.ts';
import { BUDGET_USED } from '../../components/notebook/view/budget-notes.tsx';
import { COMPACTED } from '../../components/notebook/view/compaction-note.tsx';
import { VIEW_TEXTS } from '../../components/notebook/view/view-texts.ts';
import { CONSENT_TEXTS } from '../../components/pages/sandbox/consent-texts.ts';
import { SANDBOX_TEXTS } from '../../components/pages/sandbox/sandbox-texts.ts';
import { FIRST_NOTICE_TEXTS } from '../../components/pages/session/notices/first-notice-texts.ts';
import { NOTICE_TEXTS } from '../../components/pages/session/notices/notice-texts.ts';
import { STUCK_TEXTS } from '../../components/pages/session/notices/stuck-texts.ts';
import { STATUS_TEXTS } from '../../components/pages/session/status/status-texts.ts';
import { FILES_TEXTS } from '../../components/panels/files/files-texts.ts';
import { TABLE_TEXTS } from '../../components/render/table/describe/table-texts.ts';
import { UI_TEXTS } from '../../components/ui/ui-texts.ts';
import { NO_ISOLATION } from '../../lib/protocol/kernel/without-isolation.ts';
import { BASIS_CHANGED } from '../../lib/session/stale/find-changed-basis.ts';
import { launchApp } from '../../test/helpers/app/app.ts';
import { breakSessions } from '../../test/helpers/app/break-sessions.ts';
import { withoutBwrap } from '../../test/helpers/box/without-bwrap.ts';
import type { Guide } from './guide.ts';
import { fence, STUBBORN, TOWNS, WAIT, WIDGETS } from './state-sources.ts';
import { createHands } from './tour-hands.ts';

/** Parts of the tour, by their names. */
export const RARE_STATES = {
  tables: takeTables,
  widgets: takeWidgets,
  hints: takeHints,
  unrun: takeUnrun,
  answers: takeAnswers,
  limits: takeLimits,
  stuck: takeStuck,
  uploads: takeUploads,
  isolation: takeIsolation,
  broken: takeBroken,
  // Last: it ends the app.
  errors: takeErrors,
} satisfies Record<string, (guide: Guide) => Promise<void>>;

/** What opens at a column and at a cell of a table. */
async function takeTables({ page, take, openCells }: Guide): Promise<void> {
  await openCells([TOWNS]);
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).click();
  const grid = page.getByRole('grid');
  await grid.waitFor();
  await grid.hover();
  await grid.getByRole('gridcell').first().waitFor();
  const openColumn = async (name: string) => {
    const menu = page.getByRole('menu');
    if (await menu.isVisible()) return;
    await grid.getByRole('columnheader', { name: new RegExp(name) }).hover();
    await grid.getByRole('button', { name: TABLE_TEXTS.columnMenu(name) }).click();
    await menu.waitFor();
  };
  await take('column-menu', page, () => openColumn('town'));
  const openFilter = async (name: string) => {
    const form = page.getByRole('dialog', { name: TABLE_TEXTS.filterOf(name) });
    if (await form.isVisible()) return;
    await openColumn(name);
    await page.getByRole('menuitem', { name: TABLE_TEXTS.filter }).click();
    await form.waitFor();
  };
  await take('column-filter', page, () => openFilter('town'));
  await page.getByRole('textbox', { name: TABLE_TEXTS.text }).fill('nothing like it');
  await page.keyboard.press('Enter');
  await grid.getByText(TABLE_TEXTS.noMatch).waitFor();
  await take('column-filtered-out');
  await openColumn('town');
  await page.getByRole('menuitem', { name: TABLE_TEXTS.unfilter }).click();
  await grid.getByText(TABLE_TEXTS.noMatch).waitFor({ state: 'detached' });
  await take('column-filter-number', page, () => openFilter('people'));
  await page.keyboard.press('Escape');
  await take('cell-reader', page, async () => {
    const copy = page.getByRole('region', { name: /^note, row/ });
    if (await copy.isVisible()) return;
    await grid.locator('[data-cell="0 3"]').dblclick();
    await copy.waitFor();
  });
  await page.keyboard.press('Escape');
}

/** Controls and a bar of progress, drawn in frames. */
async function takeWidgets({ page, take, openCells }: Guide): Promise<void> {
  await openCells([WIDGETS]);
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).click();
  await page.getByText('In [1]').first().waitFor();
  await page.frameLocator('iframe').first().getByRole('slider').first().waitFor();
  await page
    .frameLocator('iframe')
    .last()
    .getByText(/40\/40/)
    .waitFor();
  await take('widgets');
}

/** What appears at the pointer and at the cursor. */
async function takeHints({ app, page, take, frameOf, openCells }: Guide): Promise<void> {
  const [first = ''] = await openCells(['import math\nprint("first\\nsecond\\nthird")']);
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).click();
  const output = frameOf(first).locator('[data-outputs]').getByText('first');
  await output.waitFor();
  await output.evaluate((element) => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    if (text) getSelection()?.setBaseAndExtent(text, 6, text, 12);
  });
  await page.getByRole('button', { name: VIEW_TEXTS.askAboutQuote, exact: true }).waitFor();
  await take('quote-button');
  await page.getByRole('button', { name: VIEW_TEXTS.askAboutQuote, exact: true }).click();
  await page.getByText('“second”').waitFor();
  await take('quote');
  await frameOf(first).focus();
  await page.keyboard.press('b');
  await page.locator('[data-selected="true"]:focus').getByText(CELL_TEXTS.emptyCode).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('[data-editor="ready"] .cm-content:focus').waitFor();
  await page.keyboard.type('math.floor(');
  await page.keyboard.press('Shift+Tab');
  await page.getByRole('tooltip').getByText('Return the floor of x').waitFor();
  await take('inspection');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: CELL_TEXTS.cancel, exact: true }).click();
  await page.getByRole('button', { name: CELL_PART_TEXTS.continueEditing }).waitFor();
  await take('unsaved');
  for (const [name, address] of [
    ['drop', page.url()],
    ['drop-start', app.url],
  ] as const) {
    await page.goto(address);
    await page.getByRole('button', { name: COMPOSER_TEXTS.attach }).waitFor();
    await page.locator('textarea:focus').or(page.getByText('In [1]').first()).first().waitFor();
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['a'], 'a.csv'));
      // As browsers report a drag that is held still.
      setInterval(
        () => document.body.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true })),
        100,
      );
    });
    await page.getByText(COMPOSER_TEXTS.dropHint).waitFor();
    await take(name);
  }
}

/** Cells that were left when one before them failed: in Run all, and in the queue. */
async function takeUnrun({ app, page, take, api, send, frameOf, openCells }: Guide): Promise<void> {
  const failing = `${WAIT}\nraise ValueError("The towns are not in the list.")`;
  const [first = '', second = '', third = ''] = await openCells([failing, 'print("b")', 'print("c")']);
  const letGo = () => app.request(`${api()}/files/go.txt`, { method: 'PUT', body: 'go' });
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).click();
  await page.getByText('on', { exact: true }).first().waitFor();
  await take('batch-running');
  await letGo();
  await page.getByText(NOTICE_TEXTS.didNotRun(2)).waitFor();
  await take('batch-failed');
  await app.request(`${api()}/files/go.txt`, { method: 'DELETE' });
  await send(`${api()}/cells/${first}/execute`);
  await page.getByText('on', { exact: true }).first().waitFor();
  for (const id of [second, third]) await send(`${api()}/cells/${id}/execute`);
  await page.getByText(CELL_PART_TEXTS.waiting(2)).waitFor();
  await letGo();
  await page.getByText(NOTICE_TEXTS.unrun(2)).waitFor();
  await frameOf(third).scrollIntoViewIfNeeded();
  await take('queue-failed');
}

/** What an answer says later: that its cells have changed. Before it, an attempt that failed. */
async function takeAnswers({ app, page, script, take, api, send, ask }: Guide): Promise<void> {
  script.push(
    fence('rows = [3, 4, 5\nprint(sum(rows))'),
    fence('rows = [3, 4, 5]\nprint(sum(rows))'),
    'There are **12** rows.',
  );
  await page.goto(app.url);
  await page.getByRole('combobox', { name: 'Approval' }).selectOption(APPROVAL_TEXTS.never);
  await ask('Task', 'How many rows are there?');
  await page.locator('[data-outcome="answered"]').waitFor();
  await page.getByRole('button', { name: /^Work\b/ }).click();
  await page.getByRole('button', { name: /^2 attempts/ }).click();
  await take('attempts');
  const cell = page.locator('[data-cell-id]', { hasText: 'rows = [3, 4, 5]' }).last();
  const path = `${api()}/cells/${await cell.getAttribute('data-cell-id')}`;
  await app.request(path, {
    method: 'PATCH',
    body: JSON.stringify({ source: 'rows = [3, 4]\nprint(sum(rows))' }),
  });
  await send(`${path}/execute`);
  await page.getByText(BASIS_CHANGED).scrollIntoViewIfNeeded();
  await take('basis');
}

/** A run that uses up its steps and its context, and a cell that is near its time limit. */
async function takeLimits({ app, page, script, take, send }: Guide): Promise<void> {
  const { id } = await send('/api/sessions', { title: 'A long run' });
  const steps = Array.from({ length: 7 }, (_, step) =>
    fence(`part_${step} = ${step}\nprint("${step} " * 900)`),
  );
  script.push(...steps, 'All parts were read.');
  await page.goto(`${app.url}/sessions/${id}`);
  await send(`/api/sessions/${id}/runs`, {
    task: 'Read all parts.',
    limits: { maxSteps: 8, promptTokens: 3000 },
  });
  await page.locator('[data-outcome="answered"]').waitFor();
  await page.getByRole('button', { name: /^Work\b/ }).click();
  const summary = page.getByText(COMPACTED).first();
  await summary.click();
  await take('compaction', page, () => summary.scrollIntoViewIfNeeded());
  const budget = page.getByText(`7 of 8 steps ${BUDGET_USED}`);
  await take('budget', page, () => budget.scrollIntoViewIfNeeded());
  script.push(fence(WAIT), 'It came.');
  await send(`/api/sessions/${id}/runs`, { task: 'Wait for the file.', limits: { cellTimeoutMs: 8000 } });
  await page.getByText(/will be stopped in/).waitFor();
  const cellId = await page
    .locator('[data-cell-id]', { hasText: 'go.txt' })
    .last()
    .getAttribute('data-cell-id');
  await send(`/api/sessions/${id}/kernel`, { action: 'extend', cellId, byMs: 52_000 });
  await page.getByText(/will be stopped in \d\d s/).waitFor();
  await take('time-limit');
  await app.request(`/api/sessions/${id}/files/go.txt`, { method: 'PUT', body: 'go' });
  await page.getByText('It came.').waitFor();
}

/** A cell that does not stop. */
async function takeStuck({ page, take, openCells }: Guide): Promise<void> {
  await openCells(['count = 1', STUBBORN]);
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).click();
  await page.getByText('on', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: STATUS_TEXTS.stop }).click();
  await page.getByRole('button', { name: STUCK_TEXTS.wait }).waitFor();
  await take('stuck');
  await page.getByRole('button', { name: STUCK_TEXTS.restart }).click();
  await page.getByRole('button', { name: /^Restore by running/ }).waitFor();
}

/** A file that is on its way, and one that did not arrive. */
async function takeUploads({ page, take, openCells, openPanel }: Guide): Promise<void> {
  await openCells(['print(1)']);
  await openPanel('Files');
  const network = await page.context().newCDPSession(page);
  const limit = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await page.route('**/files/lost.csv*', (route) => route.abort());
  await limit(100_000);
  await page
    .locator('input[type="file"][multiple]')
    .first()
    .setInputFiles(
      [
        { name: 'deliveries of the northern region.csv', bytes: 20_000_000 },
        { name: 'lost.csv', bytes: 2000 },
      ].map(({ name, bytes }) => ({ name, mimeType: 'text/csv', buffer: Buffer.alloc(bytes, 'a\n1\n') })),
    );
  await page.getByText(/[1-9] %/).waitFor();
  await take('upload', page, async () => {
    await openPanel('Files');
    await page.getByRole('button', { name: FILES_TEXTS.dismiss('lost.csv') }).waitFor();
  });
  await limit(-1);
  await page.unroute('**/files/lost.csv*');
  await network.detach();
}

/** Tools of a server, and an app that cannot isolate code. */
async function takeIsolation({ context, modelUrl, script, take }: Guide): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'actbook-open-'));
  const config = join(home, 'mcp.json');
  const server = join(import.meta.dirname, '../../test/helpers/tools/mcp-server.ts');
  const shop = { command: process.execPath, args: [server] };
  await writeFile(config, JSON.stringify({ mcpServers: { shop, bad: { command: 'no-such-program' } } }));
  const env = { OPENAI_BASE_URL: modelUrl, ACTBOOK_MODEL: 'scripted', ACTBOOK_MCP_CONFIG: config };
  const { ready, kill } = launchApp({ home, env, wrap: withoutBwrap });
  const own = await context.browser()?.newContext();
  try {
    const app = await ready;
    if (!own) return;
    const page = await own.newPage();
    const hands = createHands({ page, app });
    await page.goto(app.loginUrl);
    await page.getByText(NO_ISOLATION).waitFor();
    await take('isolation-refused', page);
    await page.getByRole('button', { name: CONSENT_TEXTS.agree.button }).click();
    await page.getByRole('dialog').waitFor();
    await take('isolation-dialog', page);
    await page.getByRole('button', { name: CONSENT_TEXTS.agree.confirmLabel, exact: true }).click();
    await page.getByText(SANDBOX_TEXTS.notIsolated).waitFor();
    await page.getByRole('combobox', { name: 'Approval' }).selectOption(APPROVAL_TEXTS.always);
    script.push(
      fence(
        'print(shop.get_price("cpu"))\ntry:\n    shop.get_price("tea")\nexcept ToolError as error:\n    print(error)',
      ),
      'It costs 200.',
    );
    await hands.ask('Task', 'What does it cost?');
    await page.getByText(CELL_PART_TEXTS.askToRun).waitFor();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText(CELL_PART_TEXTS.askToCall).waitFor();
    await take('call-approval', page);
    for (let left = 2; left > 0; left--) {
      await page.getByText(CELL_PART_TEXTS.askToCall).waitFor();
      await page.getByRole('button', { name: 'Approve', exact: true }).click();
    }
    await page.locator('[data-outcome="answered"]').waitFor();
    await page.getByRole('button', { name: /^Work\b/ }).click();
    await page.getByText(CELL_PART_TEXTS.calls(2)).click();
    await page.locator('li > details > summary').first().click();
    await take('calls', page);
    await take('tools', page, () => hands.openPanel('Run'));
  } finally {
    await own?.close();
    await kill('SIGTERM');
    await rm(home, { recursive: true, force: true });
  }
}

/** The app is there, and what it stores is not. */
async function takeBroken({ app, page, take }: Guide): Promise<void> {
  const fix = breakSessions(app);
  await page.goto(app.url);
  await page.getByRole('heading', { name: APP_TEXTS.failed.title }).waitFor();
  await take('broken');
  fix();
  await page.getByRole('button', { name: UI_TEXTS.tryAgain }).click();
  await page.getByRole('textbox', { name: 'Task' }).waitFor();
}

async function takeErrors({ app, context, page, take, openCells }: Guide): Promise<void> {
  await page.goto(`${app.url}/nowhere`);
  await take('not-found');
  await page.goto(`${app.url}/sessions/01900000-0000-7000-8000-000000000000`);
  await page.waitForLoadState('networkidle');
  await take('no-notebook');
  await openCells(['print(1)']);
  await context.setOffline(true);
  await app.kill('SIGKILL');
  await page.getByText(FIRST_NOTICE_TEXTS.reconnecting).waitFor();
  await take('offline');
}
