/** What surrounds a notebook: other notebooks, files, variables, the outline, run facts and settings. */

import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { API_TEXTS } from '../../../components/api/api-texts.ts';
import { APPROVAL_TEXTS } from '../../../components/ask/approval-texts.ts';
import { CELL_TEXTS } from '../../../components/notebook/cells/cell-texts.ts';
import { COMMAND_RUN_TEXTS } from '../../../components/notebook/commands/runs/command-run-texts.ts';
import { SESSION_TEXTS } from '../../../components/pages/session/session-texts.ts';
import { START_TEXTS } from '../../../components/pages/start/start-texts.ts';
import { PREVIEW_TEXTS } from '../../../components/panels/files/file-dialog-texts.ts';
import { FILE_ROW_TEXTS } from '../../../components/panels/files/file-row-texts.ts';
import { FILES_TEXTS } from '../../../components/panels/files/files-texts.ts';
import { SESSION_LIST_TEXTS } from '../../../components/panels/sessions/session-list-texts.ts';
import { SETTINGS_TEXTS } from '../../../components/panels/settings/settings-texts.ts';
import { KERNEL_PANEL_TEXTS } from '../../../components/panels/sidebar/kernel-panel-texts.ts';
import { SIDEBAR_TEXTS } from '../../../components/panels/sidebar/sidebar-texts.ts';
import { VARIABLES_TEXTS } from '../../../components/panels/sidebar/variables-panel.tsx';
import { UI_TEXTS } from '../../../components/ui/ui-texts.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import {
  dropFile,
  findAccessibilityFaults,
  openPage,
  openPanel,
  openStartPage,
  takeScreenshots,
} from '../../helpers/page/browser.ts';
import { intercept } from '../../helpers/page/intercept.ts';

const fence = (code: string) => `\`\`\`python\n${code}\n\`\`\``;

const WORK = fence(`import os
import numpy as np, pandas as pd, matplotlib.pyplot as plt
df = pd.DataFrame({"number": np.arange(1_000_000)[::-1], "word": np.where(np.arange(1_000_000) % 2, "odd", "even")})
total = int(df["number"].sum())
os.makedirs("out", exist_ok=True)
df.head(500).to_parquet("out/head.parquet")
df.head(3).to_excel("three.xlsx", index=False)
df.head(2000).to_csv("many.csv", index=False)
open("notes.txt", "w").write("kept for later")
open("raw.bin", "wb").write(bytes(range(16)))
plt.plot([1, 2]); plt.savefig("line.png"); plt.close()`);

async function ask(page: Page, question: string) {
  await page.getByRole('textbox', { name: new RegExp(`^(Task|${SESSION_TEXTS.followUp})$`) }).fill(question);
  await page.keyboard.press('Enter');
}

const expectAccessible = async (page: Page, state: string) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  // It checks the other theme too.
  expect(await findAccessibilityFaults(page), state).toEqual([]);
  await takeScreenshots(page, `side-${state}`);
};

test('notebooks are searched, pinned, renamed, deleted and restored, with the kernel they had', async () => {
  const app = await openScriptedApp([
    fence('kept = 41'),
    'Done.',
    'Penguins it is.',
    fence('print(kept + 1)'),
    ({ messages }) => (JSON.stringify(messages).includes('42') ? 'It is forty-two.' : 'It is gone.'),
  ]);
  const page = await openPage();
  await openStartPage(page, app);
  await page.getByText(SESSION_LIST_TEXTS.empty).waitFor();
  await ask(page, 'Remember a number');
  await page.locator('[data-outcome="answered"]').waitFor();
  const first = page.url();
  await openPanel(page, 'Notebooks');
  await page.getByRole('link', { name: /Remember a number/ }).waitFor();
  await expectAccessible(page, 'notebooks');

  await page.getByRole('link', { name: UI_TEXTS.startPage }).click();
  await page.waitForURL(`${app.url}/`);
  await page.getByRole('textbox', { name: 'Task' }).waitFor();
  await ask(page, 'How many penguins are there?');
  await page.locator('[data-outcome="answered"]').waitFor();
  const list = page.getByRole('list', { name: 'Notebooks' });
  const titles = async () =>
    (await list.getByRole('link').allInnerTexts()).map((text) => text.split('\n')[0]);
  await expect.poll(titles).toEqual(['How many penguins are there?', 'Remember a number']);
  await page.getByRole('button', { name: SESSION_LIST_TEXTS.pin('Remember a number') }).click();
  await page
    .getByRole('button', { name: SESSION_LIST_TEXTS.pin('Remember a number'), pressed: true })
    .waitFor();
  await expect.poll(titles).toEqual(['Remember a number', 'How many penguins are there?']);

  await page.getByRole('button', { name: SESSION_LIST_TEXTS.rename('How many penguins are there?') }).click();
  await page.getByRole('textbox', { name: SESSION_LIST_TEXTS.newTitle }).fill('Birds');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: SESSION_LIST_TEXTS.rename('Birds') }).waitFor();
  const search = page.getByRole('searchbox', { name: SESSION_LIST_TEXTS.search });
  await search.fill('PENGUINS');
  await page.getByText('“How many penguins are there?”').waitFor();
  await page.getByText(SESSION_LIST_TEXTS.found(1)).waitFor();
  await search.fill('whales');
  await page.getByText(SESSION_LIST_TEXTS.noMatch('whales')).waitFor();
  await search.press('Escape');
  // It is still there and has the focus, while all are listed again.
  await page.keyboard.type('birds');
  expect(await search.inputValue()).toBe('birds');
  await search.press('Escape');
  await page.getByRole('button', { name: SESSION_LIST_TEXTS.remove('Remember a number') }).waitFor();

  // By keyboard: the undo button has the focus, and is still there after a reload.
  await page.getByRole('button', { name: SESSION_LIST_TEXTS.remove('Remember a number') }).focus();
  await page.keyboard.press('Enter');
  const undo = page.getByRole('button', { name: SESSION_LIST_TEXTS.undoDelete('Remember a number') });
  await undo.waitFor();
  await page.goto(app.url);
  await undo.waitFor();
  expect((await page.request.get(first)).status()).toBe(404);
  await undo.click();
  await page.getByRole('link', { name: /Remember a number/ }).click();
  await page.locator('[data-outcome="answered"]').waitFor();
  await ask(page, 'Do you still know it?');
  await page.getByText('It is forty-two.').first().waitFor();
  await page.locator('[data-outcome="answered"]').nth(1).waitFor();

  await page.getByRole('button', { name: SESSION_TEXTS.delete }).click();
  await page.getByRole('button', { name: SESSION_LIST_TEXTS.undoDelete('') }).click();
  await page.getByRole('link', { name: /Remember a number/ }).waitFor();

  // It disappears after half a minute, so it is checked last.
  await page.getByRole('button', { name: SESSION_LIST_TEXTS.remove('Birds') }).click();
  await page.getByRole('button', { name: SESSION_LIST_TEXTS.undoDelete('Birds') }).waitFor();
  await expectAccessible(page, 'undo');
});

test('dropped files show their progress and their content; files that the run created are marked', async () => {
  const app = await openScriptedApp([WORK, 'Made some files.']);
  const page = await openPage();
  await openStartPage(page, app);
  await ask(page, 'Make some files');
  await page.locator('[data-outcome="answered"]').waitFor();
  const files = page.getByRole('list', { name: 'Files', exact: true });
  const row = (name: string) => files.getByRole('listitem').filter({ hasText: name });
  await row('three.xlsx').getByText('new', { exact: true }).waitFor();
  await expectAccessible(page, 'files');

  // Held up, so that its progress can be seen. A failed upload says why and can be tried again.
  const { promise: isSeen, resolve: letGo } = Promise.withResolvers<void>();
  let refusals = 1;
  await intercept(page, '**/files/slow.csv?*', async (route) => {
    await isSeen;
    await (refusals-- > 0 ? route.abort() : route.continue());
  });
  await dropFile(page, 'quick.csv', 'a;b\n"x;1";2\n');
  await dropFile(page, 'slow.csv', `n\n${'7\n'.repeat(500_000)}`);
  await row('quick.csv').waitFor();
  await page.getByRole('progressbar', { name: FILE_ROW_TEXTS.uploading('slow.csv') }).waitFor();
  letGo();
  await page.getByText(API_TEXTS.unreachable).first().waitFor();
  await expectAccessible(page, 'upload-failed');
  await page.getByRole('button', { name: UI_TEXTS.tryAgain }).click();
  await row('slow.csv').getByText('1.0 MB').waitFor();
  expect(await row('slow.csv').getByText('new', { exact: true }).count()).toBe(0);
  // The second of two with one name is what stays, even if the first takes longer.
  let isFirst = true;
  const puts: string[] = [];
  await intercept(page, '**/files/*', async (route) => {
    puts.push(route.request().url());
    if (!isFirst) return route.continue();
    isFirst = false;
    await setTimeout(1_000);
    await route.continue();
  });
  await dropFile(page, 'twice.csv', 'n\n1\n');
  await dropFile(page, 'twice.csv', 'n\n22\n');
  await row('twice.csv').getByText('5 B').waitFor();
  await page.getByRole('list', { name: FILES_TEXTS.uploads }).waitFor({ state: 'detached' });
  const api = `/api/sessions/${new URL(page.url()).pathname.split('/').at(-1)}`;
  expect(await (await app.request(`${api}/files/twice.csv`)).text()).toBe('n\n22\n');
  // One that is larger than what the server takes is refused before it is sent.
  const limit = page.locator('html');
  expect(await limit.getAttribute('data-max-upload')).toBe(String(500 * 1000 ** 2));
  await limit.evaluate((html: HTMLElement) => Object.assign(html.dataset, { maxUpload: 1024 ** 2 }));
  puts.length = 0;
  await dropFile(page, 'large.csv', 'n'.repeat(1024 ** 2 + 1));
  await page
    .getByText(API_TEXTS.tooLarge('large.csv', 1024 ** 2))
    .first()
    .waitFor();
  expect(puts).toEqual([]);
  await page.getByRole('button', { name: FILE_ROW_TEXTS.dismiss('large.csv') }).click();
  await page.unrouteAll({ behavior: 'wait' });

  const dialog = page.getByRole('dialog');
  const look = async (name: string, text: string | RegExp) => {
    await files.getByRole('button', { name: new RegExp(`^(?!Delete ).*${name}$`) }).click();
    await dialog.getByText(text).first().waitFor();
  };
  const close = async () => {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };
  await look('quick.csv', 'x;1');
  await close();
  await look('many.csv', '2,000 rows × 2 columns');
  await close();
  await look('slow.csv', '500,000 rows × 1 column');
  await close();
  await look('head.parquet', '500 rows × 2 columns');
  await expectAccessible(page, 'preview');
  await close();
  await look('three.xlsx', '3 rows × 2 columns');
  await close();
  await look('notes.txt', 'kept for later');
  await close();
  await look('raw.bin', PREVIEW_TEXTS.none);
  await close();
  await files.getByRole('button', { name: 'line.png', exact: true }).click();
  const image = dialog.getByRole('img', { name: 'line.png' });
  expect(
    await image.evaluate((each: HTMLImageElement) => each.decode().then(() => each.naturalWidth)),
  ).toBeGreaterThan(100);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('line.png');
});

test('a table is opened by keyboard; the outline and the facts of a run lead to cells', async () => {
  const app = await openScriptedApp([
    WORK,
    fence('no_such_name'),
    '# Result\nIt is even.\n\n## Details\nMore.',
    'The end.',
  ]);
  const page = await openPage();
  await openStartPage(page, app);
  await ask(page, 'Which word is first?');
  await page.locator('[data-outcome="answered"]').waitFor();

  await openPanel(page, 'Variables');
  const variables = page.getByRole('list', { name: 'Variables' });
  await variables.getByRole('listitem').filter({ hasText: 'total' }).getByText('int').waitFor();
  await variables.getByText('1,000,000 × 2').waitFor();
  await expectAccessible(page, 'variables');
  await page.getByRole('button', { name: 'df', exact: true }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'df' });
  await dialog.getByRole('grid').getByRole('gridcell').first().waitFor();
  await expectAccessible(page, 'table');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await openPanel(page, 'Outline');
  const outline = page.getByRole('navigation', { name: 'Outline' });
  await outline.getByRole('button', { name: 'Details' }).waitFor();
  await expect
    .poll(() => outline.getByRole('button').allInnerTexts())
    .toEqual([
      'Which word is first?',
      'It is even.',
      'Result',
      'Details',
      expect.stringMatching(/NameError: name 'no_such_name' is not defined$/),
    ]);
  await expectAccessible(page, 'outline');
  await outline.getByRole('button', { name: /NameError/ }).click();
  await page.getByRole('region', { name: CELL_TEXTS.codeCell('In [2]') }).waitFor();
  await ask(page, 'And now?');
  await page.getByText('The end.').first().waitFor();
  await outline.getByRole('button', { name: 'And now?' }).click();

  await page.getByRole('button', { name: SIDEBAR_TEXTS.kernelStatus('idle') }).click();
  const panel = page.getByRole('region', { name: SIDEBAR_TEXTS.runPanel });
  await panel.getByText('And now?').waitFor();
  await panel.getByText('scripted').first().waitFor();
  await expectAccessible(page, 'run');
  await panel.getByRole('button', { name: 'Restart' }).click();
  await page
    .getByRole('dialog', { name: COMMAND_RUN_TEXTS.restartTitle })
    .getByText(/: df\b/)
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Restart' }).click();
  await panel.getByText(KERNEL_PANEL_TEXTS.losses(1, true)).waitFor();
  await openPanel(page, 'Variables');
  await page.getByText(VARIABLES_TEXTS.lost).waitFor();
});

test('settings apply to new notebooks; the sidebar stays as it was left, and is a drawer on a phone', async () => {
  const app = await openScriptedApp(['Hello.']);
  const page = await openPage();
  await openStartPage(page, app);
  await page.getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByText(SETTINGS_TEXTS.isolated).waitFor();
  const { limitsFailure } = await (await app.request('/api/sandbox')).json();
  await dialog.getByText(limitsFailure ? SETTINGS_TEXTS.watched : SETTINGS_TEXTS.limited).waitFor();
  await expectAccessible(page, 'settings');
  await dialog.getByRole('combobox', { name: 'Approval' }).selectOption(APPROVAL_TEXTS.always);
  await dialog.getByRole('checkbox', { name: SETTINGS_TEXTS.singleKeys }).uncheck();
  await dialog.getByRole('radio', { name: 'Dark' }).check();
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  await dialog.getByRole('radio', { name: SETTINGS_TEXTS.systemTheme }).check();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('combobox', { name: 'Approval' }).inputValue()).toBe('always');
  // Also without a question: other agents may write code there.
  await page.getByRole('button', { name: START_TEXTS.blankNotebook }).click();
  await page.waitForURL('**/sessions/*');
  await expect.poll(() => page.getByRole('combobox', { name: 'Approval' }).inputValue()).toBe('always');
  await page.goto(app.url);
  await ask(page, 'Say something');
  await page.locator('[data-outcome="answered"]').waitFor();
  await expect.poll(() => page.getByRole('combobox', { name: 'Approval' }).inputValue()).toBe('always');

  await page.getByText(FILES_TEXTS.empty).waitFor();
  await expectAccessible(page, 'files-empty');
  await openPanel(page, 'Variables');
  await page.getByText(VARIABLES_TEXTS.notStarted).or(page.getByText(VARIABLES_TEXTS.none)).waitFor();
  await expectAccessible(page, 'variables-empty');
  await page.getByRole('button', { name: SIDEBAR_TEXTS.close }).click();
  await page.getByRole('region', { name: 'Variables' }).waitFor({ state: 'hidden' });
  await page.reload();
  await page.locator('[data-outcome="answered"]').waitFor();
  expect(await page.getByRole('region', { name: 'Variables' }).isVisible()).toBe(false);

  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole('button', { name: SESSION_TEXTS.openSidebar }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Variables' }).waitFor();
  await openPanel(page, 'Notebooks');
  await page.getByRole('link', { name: /Say something/ }).waitFor();
  await expectAccessible(page, 'drawer');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Notebooks' }).waitFor({ state: 'hidden' });
  await page.locator(`[aria-label="${SESSION_TEXTS.openSidebar}"]:focus`).waitFor();
});
