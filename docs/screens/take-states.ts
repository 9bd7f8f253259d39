/**
 * Takes every state of the page in both themes at three widths, and asks axe about each, from the built app with a
 * scripted model. They are for looking at, so they go to a folder outside of this one:
 *
 *   node docs/screens/take-states.ts FOLDER [<parts of the tour, such as run,edits>]
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { APPROVAL_TEXTS } from '../../components/ask/approval-texts.ts';
import { CONNECT_TEXTS } from '../../components/ask/models/connect/connect-texts.ts';
import { CELL_PART_TEXTS } from '../../components/notebook/cells/cell-part-texts.ts';
import { CELL_TEXTS } from '../../components/notebook/cells/cell-texts.ts';
import { COMMAND_TEXTS } from '../../components/notebook/commands/command-texts.ts';
import { COMMAND_TITLES } from '../../components/notebook/commands/table/command-titles.ts';
import { VIEW_TEXTS } from '../../components/notebook/view/view-texts.ts';
import { SESSION_TEXTS } from '../../components/pages/session/session-texts.ts';
import { STATUS_TEXTS } from '../../components/pages/session/status/status-texts.ts';
import { START_TEXTS } from '../../components/pages/start/start-texts.ts';
import { SESSION_LIST_TEXTS } from '../../components/panels/sessions/session-list-texts.ts';
import { EXPORT_TEXTS } from '../../components/panels/share/export-texts.ts';
import { SHARE_TEXTS } from '../../components/panels/share/share-texts.ts';
import { GALLERY } from './gallery.ts';
import { GUARDED_STATES } from './guarded-states.ts';
import { RARE_STATES } from './rare-states.ts';
import { SMALL_STATES } from './small-states.ts';
import {
  ALTAIR,
  ANSWER,
  CHART,
  fence,
  LONG_LINE,
  LONG_TITLE,
  OWN_COLORS,
  PLOTLY,
  WAIT,
  WIDE,
  WORKBOOK,
} from './state-sources.ts';
import { openTour } from './state-tour.ts';
import { createHands } from './tour-hands.ts';

const [folder = '', part = ''] = process.argv.slice(2);
if (folder === '') throw new Error('Name the folder for the pictures.');
const tour = await openTour(folder);
const { app, context, page, script, take } = tour;
const hands = createHands(tour);
const { frameOf, api, send, openNotebook, openCells, ask, command, openPanel, closeDialog } = hands;
const PARTS = {
  start: takeStart,
  run: takeRun,
  edits: takeEdits,
  input: takeInput,
  queue: takeQueue,
  layers: takeLayers,
  files: takeFiles,
  history: takeHistory,
  models: takeModels,
  outputs: takeOutputs,
  sharing: takeSharing,
  lists: takeLists,
  lost: takeLost,
  ...SMALL_STATES,
  ...GUARDED_STATES,
  ...RARE_STATES,
};
for (const [name, takePart] of Object.entries(PARTS))
  if (part.split(',').some((each) => name.includes(each)))
    await tour.visit(name, () => takePart({ ...tour, ...hands }));
const faults = await tour.close();
process.stdout.write(`${faults} faults\n`);
if (faults > 0) process.exitCode = 1;

async function takeStart(): Promise<void> {
  await page.getByRole('heading', { name: START_TEXTS.examples }).waitFor();
  await take('start-new');
}

async function takeRun(): Promise<void> {
  script.push(fence(WORKBOOK), `Now I wait.\n${fence(WAIT)}`, ANSWER);
  await page.goto(app.url);
  await ask('Task', 'How do sales develop, quarter by quarter?');
  await page.getByText('on', { exact: true }).first().waitFor();
  await take('running');
  await app.request(`${api()}/files/go.txt`, { method: 'PUT', body: 'go' });
  await page.locator('[data-outcome="answered"]').waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await take('answered');
  await page.getByRole('button', { name: /^Work\b/ }).click();
  await take('work');
  script.push(fence(WAIT.replace('go.txt', 'never.txt')));
  await ask(SESSION_TEXTS.followUp, 'And in the next year?');
  await page.getByRole('button', { name: STATUS_TEXTS.stop }).click();
  await page.locator('[data-outcome="stopped"]').waitFor();
  await take('stopped');
}

/** A failed cell, its repair, and a change that waits for a word on it. */
async function takeEdits(): Promise<void> {
  const [first = '', second = ''] = await openCells([
    'numbers = [1, 2, 3]',
    'total = sum(number)\nprint(total)',
  ]);
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).click();
  await page.getByText('failed: NameError').waitFor();
  await take('failed-cell');
  const replace = (id: string, code: string) => `I correct it.\n\`\`\`python cell=${id}\n${code}\n\`\`\``;
  script.push(replace(second, 'total = sum(numbers)\nprint(total)'), 'The name was misspelled.');
  await frameOf(second).getByRole('button', { name: CELL_TEXTS.fix }).click();
  await page.getByText('The name was misspelled.').waitFor();
  await page.locator('[data-outcome="answered"]').waitFor();
  await frameOf(second).scrollIntoViewIfNeeded();
  await take('fixed-cell');
  await page.getByRole('combobox', { name: 'Approval' }).selectOption(APPROVAL_TEXTS.always);
  script.push(replace(first, 'numbers = [1, 2, 3, 4]'));
  await frameOf(first).focus();
  await command('cell-change');
  await page.getByPlaceholder(SESSION_TEXTS.changePlaceholder).fill('Use four numbers.');
  await page.keyboard.press('Enter');
  await frameOf(first).getByText(CELL_PART_TEXTS.askToEdit).waitFor();
  await frameOf(first).scrollIntoViewIfNeeded();
  await take('proposal');
  await frameOf(first).getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Nothing is left to say.').waitFor();
  await page.goto(app.url);
  await page.getByRole('combobox', { name: 'Approval' }).selectOption(APPROVAL_TEXTS.always);
  script.push(`I look for files.\n${fence('import os\nprint(os.listdir("."))')}`);
  await ask('Task', 'Which files are there?');
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await take('approval');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.locator('[data-outcome]').waitFor();
}

async function takeInput(): Promise<void> {
  await openCells([
    'height_cm = float(input("Your height in cm? "))\nprint(f"{height_cm / 2.54:.1f} inches")',
  ]);
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).click();
  await page.getByRole('textbox', { name: 'Your height in cm?' }).waitFor();
  await take('input');
}

async function takeQueue(): Promise<void> {
  const [, second = '', third = ''] = await openCells([WAIT, 'print("b")', 'print("c")']);
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).click();
  await page.getByText('on', { exact: true }).first().waitFor();
  for (const id of [second, third]) await send(`${api()}/cells/${id}/execute`);
  await page.getByText(CELL_PART_TEXTS.waiting(1)).first().waitFor();
  await take('queue');
  await page.getByRole('button', { name: STATUS_TEXTS.stop }).click();
  await page.getByRole('dialog').waitFor();
  await take('stop-dialog');
  await page.keyboard.press('Escape');
}

async function takeLayers(): Promise<void> {
  const [first = ''] = await openCells([
    'mass_g = [3750, 3800, 5000]\nmass_mean = sum(mass_g) / len(mass_g)',
  ]);
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).click();
  await page.getByText('In [1]').first().waitFor();
  await frameOf(first).focus();
  await page.keyboard.press('b');
  await page.locator('[data-selected="true"]:focus').getByText(CELL_TEXTS.emptyCode).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('[data-editor="ready"] .cm-content:focus').waitFor();
  await page.keyboard.type('round(mass_');
  await page.keyboard.press('Tab');
  await page.getByRole('option', { name: 'mass_mean' }).waitFor();
  await take('editor');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+f');
  await page.keyboard.type('mass');
  await take('find');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: COMMAND_TEXTS.search }).fill('run');
  await take('palette');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await page.getByRole('dialog').waitFor();
  await take('shortcuts');
  await page.keyboard.press('Escape');
  await frameOf(first).hover();
  await frameOf(first).getByRole('button', { name: COMMAND_TEXTS.cellMenu }).click();
  await page.getByRole('menu').waitFor();
  await take('cell-menu');
  await page.keyboard.press('Escape');
}

async function takeFiles(): Promise<void> {
  await openCells([WORKBOOK]);
  const files = `${api()}/files`;
  const rows = Array.from(
    { length: 300 },
    (_, index) => `2026-01-${(index % 28) + 1},${index * 1234.5},town ${index}`,
  );
  await app.request(`${files}/sales.csv`, { method: 'PUT', body: `day,amount,town\n${rows.join('\n')}` });
  const lines = Array.from({ length: 50 }, (_, index) =>
    JSON.stringify({ id: index, tags: ['a', 'b'], at: { x: 1 } }),
  );
  await app.request(`${files}/events.jsonl`, { method: 'PUT', body: lines.join('\n') });
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).click();
  await page.getByText('In [1]').first().waitFor();
  await take('files', page, () => openPanel('Files'));
  for (const name of ['sales.csv', 'quarters.xlsx', 'events.jsonl']) {
    await openTable('Files', name);
    await take(`file-${name.split('.')[1]}`);
    await closeDialog();
  }
  await take('variables', page, async () => {
    await openPanel('Variables');
    await page.getByRole('button', { name: 'sales', exact: true }).waitFor();
  });
  await openTable('Variables', 'sales');
  await take('table-dialog');
  await closeDialog();
}

async function openTable(panel: string, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name });
  if (!(await dialog.isVisible())) {
    await openPanel(panel);
    await page.getByRole('button', { name, exact: true }).click();
  }
  await dialog.getByRole('gridcell').first().waitFor();
}

async function takeHistory(): Promise<void> {
  const [first = '', second = ''] = await openCells(['print("one")', 'print("other")']);
  const cell = `${api()}/cells/${first}`;
  await send(`${cell}/execute`);
  await page.getByText('In [1]').first().waitFor();
  await frameOf(first).focus();
  await page.keyboard.press('Enter');
  await frameOf(first).locator('.cm-content:focus').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('print("two")');
  await page.keyboard.press('Control+Enter');
  await page.getByText('In [2]').first().waitFor();
  await frameOf(first).focus();
  await command('cell-history');
  await page.getByRole('dialog').waitFor();
  await take('cell-history');
  await closeDialog();
  await frameOf(second).focus();
  await page.keyboard.press('d');
  await page.keyboard.press('d');
  await frameOf(second).waitFor({ state: 'detached' });
  await take('toast');
  await command('cells-deleted');
  await page.getByRole('dialog').waitFor();
  await take('deleted-cells');
  await closeDialog();
  // A second window, which begins to write before this one is done.
  const other = await context.newPage();
  await other.goto(page.url());
  for (const window of [page, other]) {
    await window.locator(`[data-cell-id="${first}"]`).focus();
    await window.keyboard.press('Enter');
    await window.locator(`[data-cell-id="${first}"] .cm-content:focus`).waitFor();
    await window.keyboard.press('Control+End');
  }
  await page.keyboard.insertText('  # here');
  await page.keyboard.press('Escape');
  await other.bringToFront();
  await other.keyboard.insertText('  # there');
  await other.keyboard.press('Escape');
  await other.getByRole('dialog', { name: COMMAND_TEXTS.conflict }).waitFor();
  await take('conflict', other);
  await other.close();
}

async function takeModels(): Promise<void> {
  await page.goto(app.url);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').waitFor();
  await take('settings');
  await page.getByRole('button', { name: CONNECT_TEXTS.connect, exact: true }).click();
  await page.getByRole('combobox', { name: CONNECT_TEXTS.provider }).focus();
  await page.keyboard.type('Other');
  await take('connect');
  await page.getByRole('textbox', { name: CONNECT_TEXTS.name, exact: true }).fill('Lab');
  await page.getByRole('textbox', { name: CONNECT_TEXTS.address, exact: true }).fill('http://127.0.0.1:9');
  await page.getByRole('button', { name: CONNECT_TEXTS.test, exact: true }).click();
  await page.getByText('does not answer').waitFor();
  await take('connect-failed');
  await page.getByRole('textbox', { name: CONNECT_TEXTS.address, exact: true }).fill(tour.modelUrl);
  await page.getByRole('textbox', { name: CONNECT_TEXTS.model, exact: true }).fill('scripted');
  await page.getByRole('button', { name: CONNECT_TEXTS.test, exact: true }).click();
  await page.getByText(/^It answers/).waitFor();
  await take('connect-tested');
  await page.getByRole('button', { name: CONNECT_TEXTS.save, exact: true }).click();
  await page.getByRole('button', { name: CONNECT_TEXTS.removeOf('Lab') }).click();
  await page.getByRole('button', { name: CONNECT_TEXTS.undoRemove('Lab') }).waitFor();
  await take('connect-removed');
  await page.goto(app.url);
}

async function takeOutputs(): Promise<void> {
  await openNotebook(LONG_TITLE, [LONG_LINE, WIDE]);
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).click();
  await page.getByText('In [2]').first().waitFor();
  await page.getByRole('gridcell').first().waitFor();
  await take('long-lines');
  await openNotebook('Charts', [CHART, OWN_COLORS, PLOTLY, ALTAIR]);
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).click();
  await page.getByText('In [4]').first().waitFor();
  for (const index of [0, 2, 3] as const) {
    const chart = page.locator('[data-cell-id]').nth(index);
    await chart.scrollIntoViewIfNeeded();
    await waitForChart(chart);
    await take(`charts-${index}`, page, () =>
      chart.evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' })),
    );
  }
  const { id } = await send('/api/sessions/import?name=outputs.ipynb', GALLERY);
  await page.goto(`${app.url}/sessions/${id}`);
  await page.getByText('Gentoo').first().waitFor();
  await take('outputs');
}

/** Charts of matplotlib are pictures, others are drawn in a frame. */
async function waitForChart(cell: Locator): Promise<void> {
  const isPicture = (await cell.locator('img').count()) > 0;
  await (isPicture ? cell.locator('img') : cell.frameLocator('iframe').locator('.main-svg, canvas'))
    .first()
    .waitFor();
}

async function takeSharing(): Promise<void> {
  await openNotebook('Sales by quarter', ['print("Sales rise.")', CHART]);
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).click();
  await page.getByText('In [2]').first().waitFor();
  await page.getByRole('button', { name: EXPORT_TEXTS.menu }).click();
  await page.getByRole('menu').waitFor();
  await take('export-menu');
  await page.getByRole('menuitem', { name: COMMAND_TITLES['notebook-share'].title }).click();
  await page.getByRole('dialog').waitFor();
  await take('share-empty');
  await page.getByRole('button', { name: SHARE_TEXTS.make }).click();
  const address = page.getByRole('textbox', { name: SHARE_TEXTS.link });
  await address.waitFor();
  await take('share');
  const guest = await context.newPage();
  // The page of a link runs no script, so nothing in it could look at it: without its policy, axe can.
  await guest.route('**/shared/**', async (route) => {
    const response = await route.fetch();
    const { 'content-security-policy': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await guest.goto(await address.inputValue());
  await take('shared', guest);
  const html = await app.request(`${api()}/export?format=html`);
  writeFileSync(join(folder, 'export.html'), await html.text());
  await guest.goto(`file://${join(folder, 'export.html')}`);
  await take('export', guest);
  await guest.close();
  await closeDialog();
}

async function takeLists(): Promise<void> {
  await send('/api/sessions', { title: LONG_TITLE });
  const { id } = await send('/api/sessions', { title: 'An empty one' });
  await page.goto(`${app.url}/sessions/${id}`);
  await page.getByRole('button', { name: VIEW_TEXTS.addCell }).waitFor();
  await take('empty-notebook');
  await take('list', page, () => openPanel('Notebooks'));
  await page.getByRole('button', { name: SESSION_TEXTS.delete }).click();
  await page.getByRole('button', { name: SESSION_LIST_TEXTS.undoDelete('') }).waitFor();
  await take('start-returning');
  await page.getByRole('button', { name: SESSION_LIST_TEXTS.trash(1) }).click();
  await page.getByRole('dialog').waitFor();
  await take('trash');
  await closeDialog();
}

async function takeLost(): Promise<void> {
  const [first = '', , dying = ''] = await openCells([
    'mass = [1, 2, 3]',
    'print(sum(mass))',
    'import os\nos._exit(1)',
  ]);
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).click();
  await page.getByRole('button', { name: /^Restore by running/ }).waitFor();
  await frameOf(first).scrollIntoViewIfNeeded();
  await take('lost');
  await frameOf(dying).scrollIntoViewIfNeeded();
  await take('lost-end');
}
