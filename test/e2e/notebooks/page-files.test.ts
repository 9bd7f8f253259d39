/** The files of a notebook: folders, names, order, and text that is edited. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FILE_DIALOG_TEXTS } from '../../../components/panels/files/file-dialog-texts.ts';
import { FILES_TEXTS } from '../../../components/panels/files/files-texts.ts';
import { openApp } from '../../helpers/app/shared-app.ts';
import { findAccessibilityFaults, logIn, openPage } from '../../helpers/page/browser.ts';
import { addCells } from '../../helpers/page/notebook-with-cells.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

test('a folder is added, a file renamed and edited, and the list is sorted and has no copies of code', async () => {
  const app = await openApp();
  const code = `import os; os.makedirs("__pycache__"); open("__pycache__/m.pyc", "w").write("x")
open("b2.txt", "w", newline="").write("one\\r\\ntwo\\r\\n"); open("b10.txt", "w").write("ten" * 99)`;
  const sessionId = await addCells(app, [code]);
  const folder = join(await createTempDir(), 'sales');
  mkdirSync(join(folder, 'north'), { recursive: true });
  writeFileSync(join(folder, 'north', 'a.csv'), 'a\n1\n');
  writeFileSync(join(folder, '.hidden'), 'x');
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${sessionId}`);
  const files = page.getByRole('list', { name: 'Files' });
  const list = () =>
    files
      .getByRole('button', { name: /\./ })
      .allInnerTexts()
      .then((all) => all.filter(Boolean));
  await files.getByRole('button', { name: 'b2.txt', exact: true }).waitFor();

  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: FILES_TEXTS.addFolder }).click(),
  ]);
  await chooser.setFiles(folder);
  await files.getByRole('button', { name: 'sales/north/a.csv', exact: true }).waitFor();
  await page
    .getByRole('combobox', { name: FILE_DIALOG_TEXTS.sort })
    .selectOption(FILE_DIALOG_TEXTS.order.name);
  await expect.poll(list).toEqual(['b2.txt', 'b10.txt', 'sales/north/a.csv']);
  expect(await findAccessibilityFaults(page)).toEqual([]);

  await files.getByRole('button', { name: 'b2.txt', exact: true }).click();
  let dialog = page.getByRole('dialog', { name: 'b2.txt' });
  await dialog.getByRole('button', { name: FILE_DIALOG_TEXTS.edit }).click();
  await dialog.getByRole('textbox', { name: FILE_DIALOG_TEXTS.textOf('b2.txt') }).fill('one\nthree\n');
  // What was written is not lost by a key.
  await page.keyboard.press('Escape');
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: FILE_DIALOG_TEXTS.save }).click();
  await dialog.getByText('three').waitFor();
  await dialog.getByRole('button', { name: FILE_DIALOG_TEXTS.rename }).click();
  await dialog.getByRole('textbox', { name: FILE_DIALOG_TEXTS.newName }).fill('b10.txt');
  await page.keyboard.press('Enter');
  await dialog.getByText('There is a file “b10.txt” already.', { exact: false }).waitFor();
  await dialog.getByRole('textbox', { name: FILE_DIALOG_TEXTS.newName }).fill('notes/c.txt');
  await page.keyboard.press('Enter');
  dialog = page.getByRole('dialog', { name: 'notes/c.txt' });
  await dialog.getByText('three').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(list).toEqual(['b10.txt', 'notes/c.txt', 'sales/north/a.csv']);
  const stored = await app.request(`/api/sessions/${sessionId}/files/notes/c.txt`);
  expect(await stored.text()).toBe('one\r\nthree\r\n');
});
