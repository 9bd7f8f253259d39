/** States of the tour that belong to one part of the page each: panels, lists, dialogs, and messages. */
import { APPROVAL_TEXTS } from '../../components/ask/approval-texts.ts';
import { CONNECT_TEXTS } from '../../components/ask/models/connect/connect-texts.ts';
import { MODEL_TEXTS } from '../../components/ask/models/model-texts.ts';
import { COMMAND_TEXTS } from '../../components/notebook/commands/command-texts.ts';
import { VIEW_TEXTS } from '../../components/notebook/view/view-texts.ts';
import { FIRST_NOTICE_TEXTS } from '../../components/pages/session/notices/first-notice-texts.ts';
import { NOTICE_TEXTS } from '../../components/pages/session/notices/notice-texts.ts';
import { SESSION_TEXTS } from '../../components/pages/session/session-texts.ts';
import { FILES_TEXTS } from '../../components/panels/files/files-texts.ts';
import { PREVIEW_TEXTS } from '../../components/panels/files/preview-texts.ts';
import { SESSION_LIST_TEXTS } from '../../components/panels/sessions/session-list-texts.ts';
import { KERNEL_PANEL_TEXTS } from '../../components/panels/sidebar/kernel-panel-texts.ts';
import { SIDEBAR_TEXTS } from '../../components/panels/sidebar/sidebar-texts.ts';
import type { Guide } from './guide.ts';
import { CHART, fence, MISSING_FILE } from './state-sources.ts';

/** Parts of the tour, by their names. */
export const SMALL_STATES = {
  asking: takeAsking,
  panels: takePanels,
  notices: takeNotices,
  failures: takeFailures,
  cells: takeCells,
  previews: takePreviews,
  searches: takeLists,
} satisfies Record<string, (guide: Guide) => Promise<void>>;

/** What is chosen and attached before a question. */
async function takeAsking({ app, page, take }: Guide): Promise<void> {
  await page.goto(app.url);
  await page.getByRole('button', { name: /^Model/ }).click();
  await page.getByText(MODEL_TEXTS.connect).waitFor();
  await take('models-list');
  await page.keyboard.type('nothing like it');
  await take('models-list-empty');
  await page.keyboard.press('Escape');
  const files = ['sales.csv', 'a long name of a file with the deliveries of the northern region.csv'];
  await page
    .locator('input[type="file"][multiple]')
    .first()
    .setInputFiles(files.map((name) => ({ name, mimeType: 'text/csv', buffer: Buffer.from('a\n1') })));
  await page.getByText('sales.csv').first().waitFor();
  await take('attached');
}

/** All panels but those of files and variables. */
async function takePanels({ app, page, script, take, ask, openPanel }: Guide): Promise<void> {
  script.push(fence('rows = 3\nprint(rows)'), '## Rows\n\nThere are **3** rows.');
  await page.goto(app.url);
  await ask('Task', 'How many rows are there?');
  await page.locator('[data-outcome="answered"]').waitFor();
  await page.locator('details > summary', { hasText: 'tokens' }).last().click();
  await take('facts');
  await page.getByRole('button', { name: /^Work\b/ }).click();
  await page.getByText('Model saw').first().click();
  await take('model-view');
  for (const [name, panel] of [
    ['run-panel', SIDEBAR_TEXTS.runPanel],
    ['outline', 'Outline'],
  ] as const)
    await take(name, page, () => openPanel(panel));
  await openPanel(SIDEBAR_TEXTS.runPanel);
  const allow = page.getByRole('button', { name: KERNEL_PANEL_TEXTS.allowNetwork.button });
  if (await allow.isVisible()) {
    await allow.click();
    await page.getByRole('dialog').waitFor();
    await take('network-dialog');
    await page
      .getByRole('button', { name: KERNEL_PANEL_TEXTS.allowNetwork.confirmLabel, exact: true })
      .click();
    await page.getByText(FIRST_NOTICE_TEXTS.networkAllowed).waitFor();
    await take('network-allowed');
  }
  await page.getByRole('textbox', { name: SESSION_TEXTS.title }).focus();
  await take('title-field');
  await page.keyboard.press('Escape');
}

/** What a notebook says between its cells and its composer. */
async function takeNotices({ app, page, take, api, send, openCells }: Guide): Promise<void> {
  const [first = ''] = await openCells(['mass = [1, 2]', 'print(sum(mass))']);
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).click();
  await page.getByText('In [2]').first().waitFor();
  await send(`${api()}/cells/${first}/execute`);
  await page.getByText('In [3]').first().waitFor();
  await page.getByText(NOTICE_TEXTS.outdated(1)).waitFor();
  await take('outdated');
  await send(`${api()}/kernel`, { action: 'restart' });
  await page.getByRole('button', { name: /^Restore by running/ }).waitFor();
  await take('restarted');
  await page.getByRole('button', { name: /^Restore by running/ }).click();
  await page.getByText(/Restored: /).waitFor();
  await take('rebuilt');
  const { id } = await send('/api/sessions/import?name=birds.ipynb', MISSING_FILE);
  await page.goto(`${app.url}/sessions/${id}`);
  await page.getByText('The birds of the north').first().waitFor();
  await page.getByText(/which is missing/).waitFor();
  await take('missing-file');
}

/** A model that fails, and passwords that code asks for. */
async function takeFailures({ app, page, script, take, openCells, ask }: Guide): Promise<void> {
  script.push({ status: 401, error: { message: 'This key is not valid.' } });
  await page.goto(app.url);
  await page.getByRole('combobox', { name: 'Approval' }).selectOption(APPROVAL_TEXTS.never);
  await ask('Task', 'Does this work?');
  await page.locator('[data-outcome="failed"]').waitFor();
  await take('run-failed');
  await openCells(['import getpass\nkey = getpass.getpass("Key of the store: ")']);
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).click();
  await page.getByLabel('Key of the store:').waitFor();
  await take('password');
  await page.keyboard.type('secret');
  await page.keyboard.press('Enter');
  await page.getByText('In [1]').first().waitFor();
}

/** Pictures, notes, and help inside of cells. */
async function takeCells({ page, take, frameOf, openCells, command, closeDialog }: Guide): Promise<void> {
  const [first = ''] = await openCells([CHART, 'import math\nmath.sqrt(2)']);
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).click();
  await page.getByText('In [2]').first().waitFor();
  await page.getByRole('button', { name: /^Enlarge/ }).click();
  await page.getByRole('dialog').waitFor();
  await take('image-zoom');
  await closeDialog();
  await page.getByRole('button', { name: VIEW_TEXTS.addNote }).click();
  await page.locator('.cm-content:focus').waitFor();
  await page.keyboard.type('## A note\n\nWith **words**.');
  await take('note-editor');
  await page.keyboard.press('Shift+Enter');
  await page.getByRole('heading', { name: 'A note' }).waitFor();
  await frameOf(first).focus();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: COMMAND_TEXTS.search }).fill('nothing like it');
  await page.getByText(COMMAND_TEXTS.noMatch).waitFor();
  await take('palette-empty');
  await page.keyboard.press('Escape');
  await command('cell-branch');
  await page.getByText(SESSION_TEXTS.branchOf).waitFor();
  await take('branch');
}

/** Files that are not tables, and the trash of files. */
async function takePreviews({
  app,
  page,
  take,
  api,
  openNotebook,
  openPanel,
  closeDialog,
}: Guide): Promise<void> {
  await openNotebook('Previews', ['print(1)']);
  const put = (name: string, body: string | Uint8Array<ArrayBuffer>) =>
    app.request(`${api()}/files/${name}`, { method: 'PUT', body });
  await put('notes.txt', 'One line.\n'.repeat(60));
  await put('empty.txt', '');
  await put('model.bin', new Uint8Array([0, 1, 2, 255, 254]));
  await put(
    'icon.svg',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
  );
  await openPanel('Files');
  for (const name of ['notes.txt', 'empty.txt', 'model.bin', 'icon.svg']) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('dialog', { name }).waitFor();
    await page.getByText(PREVIEW_TEXTS.reading).waitFor({ state: 'detached' });
    await take(`preview-${name.split('.').join('-')}`);
    await closeDialog();
  }
  await page.getByRole('button', { name: FILES_TEXTS.remove('notes.txt') }).click();
  await page.getByRole('button', { name: FILES_TEXTS.undoDelete('notes.txt') }).waitFor();
  await take('file-deleted', page, () => openPanel('Files'));
  await page.getByRole('button', { name: FILES_TEXTS.trash(1) }).click();
  await page.getByRole('dialog').waitFor();
  await take('file-trash');
  await page
    .getByRole('button', { name: /for good$/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Delete for good', exact: true }).waitFor();
  await take('erase-dialog');
  await page.keyboard.press('Escape');
  await closeDialog();
}

/** A connection that is saved, edited and removed; a search that finds nothing; a page that loads. */
async function takeLists({ app, context, page, take, send, openCells, command }: Guide): Promise<void> {
  await page.goto(app.url);
  await page.getByRole('searchbox', { name: SESSION_LIST_TEXTS.search }).fill('nothing like it');
  await page.getByText(SESSION_LIST_TEXTS.noMatch('nothing like it')).waitFor();
  await take('search-empty');
  await openCells(['print(1)']);
  await command('model-connect');
  await page.getByRole('dialog').waitFor();
  await take('connections');
  await page.getByRole('button', { name: CONNECT_TEXTS.connect, exact: true }).click();
  await page.getByRole('button', { name: CONNECT_TEXTS.save, exact: true }).click();
  await take('connect-incomplete');
  await page.keyboard.press('Escape');
  await page.route('**/events*', () => {});
  const { id } = await send('/api/sessions', { title: 'Not here yet' });
  await page.goto(`${app.url}/sessions/${id}`);
  await page.getByText(SESSION_TEXTS.loading).waitFor({ state: 'attached' });
  await take('loading');
  await page.unroute('**/events*');
  const guest = await context.browser()?.newPage();
  if (!guest) return;
  await guest.goto(app.url);
  await take('signed-out', guest);
  await guest.goto(`${app.url}/shared/nothing`);
  await take('shared-gone', guest);
  await guest.close();
}
