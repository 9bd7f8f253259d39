/** Notices are computed from what is there now: files where the code reads them, cells that ran again, values as they are. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NOTICE_TEXTS } from '../../../components/pages/session/notices/notice-texts.ts';
import { FILE_ROW_TEXTS } from '../../../components/panels/files/file-row-texts.ts';
import { FILES_TEXTS } from '../../../components/panels/files/files-texts.ts';
import { followUntil, post } from '../../helpers/app/app-client.ts';
import { openApp } from '../../helpers/app/shared-app.ts';
import {
  dropFile,
  findAccessibilityFaults,
  keepScreenshot,
  logIn,
  openPage,
  openPanel,
} from '../../helpers/page/browser.ts';

test('a dropped file goes where the code reads it; a restore says what it runs, and what came back as it is now', async () => {
  const app = await openApp();
  const { id = '' } = await post(app, '/api/sessions');
  let after: string | null = null;
  async function add(source: string): Promise<string> {
    const { cellId = '' }: Record<string, string> = await post(app, `/api/sessions/${id}/cells`, {
      type: 'code',
      source,
      after,
    });
    after = cellId;
    return cellId;
  }
  async function execute(cellId: string, times = 1): Promise<void> {
    await post(app, `/api/sessions/${id}/cells/${cellId}/execute`);
    await followUntil(app, id, ({ executions, cells }) =>
      cells.some((cell) => cell.id === cellId && cell.endedAt !== null && executions >= times),
    );
  }
  const read = await add('import pandas as pd\nrows = pd.read_csv("data/churn.csv")');
  await execute(read);

  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  await page.getByText('FileNotFoundError').first().waitFor();
  await dropFile(page, 'churn.csv', 'a\n1\n2\n');
  await page.getByText(NOTICE_TEXTS.filePlaced('churn.csv', 'data/churn.csv')).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await dropFile(page, 'churn.csv', 'a\n1\n2\n3\n4\n');
  await page.getByText(NOTICE_TEXTS.filesReplaced(['data/churn.csv'])).waitFor();
  await dropFile(page, 'churn.csv', 'a\n1\n2\n');
  await followUntil(app, id, ({ files }) => files[0]?.bytes === 6);
  await execute(read, 2);
  await page.getByText(NOTICE_TEXTS.filesReplaced(['data/churn.csv'])).waitFor({ state: 'detached' });
  await execute(await add('total = int(rows["a"].sum())'), 3);

  // The file changes, and the kernel dies: the first cell, which once failed, brings back what is in the file now.
  await writeFile(join(app.home, 'workspaces', id, 'data/churn.csv'), 'a\n1\n2\n3\n');
  await execute(await add('import os, signal\nos.kill(os.getpid(), signal.SIGKILL)'), 4);
  await page.getByText(NOTICE_TEXTS.lost('rows (DataFrame 2×1), total (int)').slice(0, -1)).waitFor();
  await page.getByRole('button', { name: NOTICE_TEXTS.rebuild(2) }).click();
  const restored = NOTICE_TEXTS.restored('rows (DataFrame 3×1), total (int)').slice(0, -1);
  await page.getByText(`${NOTICE_TEXTS.ranAgain(2, 2, false)} ${restored}`).waitFor();
  expect(await page.getByText(/still there/).count()).toBe(0);

  // Code deletes the upload: Files says so and puts it back, and so does a restore that reads it.
  const remove = await add('import os\nos.remove("data/churn.csv")');
  await execute(remove, 7);
  await openPanel(page, 'Files');
  const putBack = page.getByRole('button', { name: FILE_ROW_TEXTS.putBackFile('data/churn.csv') });
  await putBack.waitFor();
  await page.getByText(FILE_ROW_TEXTS.deletedByCode).waitFor();
  expect(await page.getByText(FILES_TEXTS.empty).count()).toBe(0);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'file-deleted');
  await putBack.click();
  await putBack.waitFor({ state: 'detached' });
  const file = join(app.home, 'workspaces', id, 'data/churn.csv');
  expect(await readFile(file, 'utf8')).toBe('a\n1\n2\n');
  await rm(file);
  await execute(await add('import os, signal\nos.kill(os.getpid(), signal.SIGKILL)'), 8);
  await page.getByText(NOTICE_TEXTS.goneFiles(['data/churn.csv']), { exact: false }).waitFor();
  await keepScreenshot(page, 'restore-gone-file');
  await page.getByRole('button', { name: NOTICE_TEXTS.putBack(1) }).click();
  await page
    .getByText(NOTICE_TEXTS.goneFiles(['data/churn.csv']), { exact: false })
    .waitFor({ state: 'detached' });
  expect(await readFile(file, 'utf8')).toBe('a\n1\n2\n');
  // Code writes to the upload: it can be put back as well, and what code wrote is in the trash.
  await execute(await add('open("data/churn.csv", "w").write("spoiled")'), 9);
  await putBack.click();
  await putBack.waitFor({ state: 'detached' });
  expect(await readFile(file, 'utf8')).toBe('a\n1\n2\n');
  const trash = await app.request(`/api/sessions/${id}/trash`);
  expect(await trash.json()).toMatchObject({ files: [{ name: 'data/churn.csv', bytes: 7 }, {}, {}] });
});
