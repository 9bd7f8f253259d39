/** What another agent does in a notebook, as the page that has it open shows it. */
import { expect, test } from 'vitest';
import { APPROVAL_TEXTS } from '../../../components/ask/approval-texts.ts';
import { VIEW_TEXTS } from '../../../components/notebook/view/view-texts.ts';
import { SESSION_TEXTS } from '../../../components/pages/session/session-texts.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import { cellOf, notebookOf, openAgent } from '../../helpers/mcp/mcp-client.ts';
import {
  findAccessibilityFaults,
  keepScreenshot,
  openPage,
  openStartPage,
} from '../../helpers/page/browser.ts';

test('the page shows live what another agent does, and who, and asks the user what only the user may decide', async () => {
  const app = await openScriptedApp(['Ready.', 'The other agent may go on.']);
  const { call } = await openAgent(app, 'Neighbor', 'legacy');
  const page = await openPage();
  await openStartPage(page, app);
  await page.getByRole('combobox', { name: 'Approval' }).selectOption(APPROVAL_TEXTS.risky);
  await page.getByRole('textbox', { name: 'Task' }).fill('Are you ready?');
  await page.keyboard.press('Enter');
  await page.getByText('Ready.', { exact: true }).first().waitFor();
  const notebook = /s-[0-9a-f]{32}/.exec(page.url())?.[0] ?? notebookOf(await call('list_notebooks'));

  const added = await call('add_cell', { notebook, source: 'print("from next door")' });
  await page.getByText('from next door', { exact: true }).waitFor();
  await page.getByText('Neighbor for you', { exact: true }).first().waitFor();
  await call('edit_cell', {
    notebook,
    cell: cellOf(added),
    version: 1,
    source: 'print("changed")',
    run: true,
  });
  await page.getByText('changed', { exact: true }).waitFor();
  // Whose the text is now: the user has changed it since.
  const cellId = await page.locator('[data-cell-id]').last().getAttribute('data-cell-id');
  await app.request(`/api/sessions/${notebook}/cells/${cellId}`, {
    method: 'PATCH',
    body: JSON.stringify({ source: 'print("mine")' }),
  });
  await page.getByText('Neighbor for you', { exact: true }).first().waitFor({ state: 'detached' });

  // Code that the mode of the notebook holds, whoever wrote it.
  const risky = call('add_cell', {
    notebook,
    source: 'import os\nprint(os.environ.get("NONE", "approved"))',
  });
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  await approve.waitFor();
  await page.getByRole('button', { name: VIEW_TEXTS.goToCell }).waitFor();
  await page.getByText(SESSION_TEXTS.afterCell, { exact: true }).waitFor();
  expect(await risky).toContain('Only the user can give it, on the page');
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'other-agent-approval');
  const checked = call('check', { notebook, after: 0 });
  await approve.click();
  await page.getByText('approved', { exact: true }).waitFor();
  expect(await checked).toContain('approved');

  // The choice counts when it is made, in every window, and for what the other agent does next.
  const other = await page.context().newPage();
  await other.goto(page.url());
  const [mine, theirs] = [page, other].map((each) => each.getByRole('combobox', { name: 'Approval' }));
  await theirs?.selectOption(APPROVAL_TEXTS.always);
  await expect.poll(() => mine?.inputValue()).toBe('always');
  expect(await call('add_cell', { notebook, source: 'print("held")', wait_s: 1 })).toContain(
    'You asked to see all code before it runs.',
  );
  await approve.click();
  await page.getByText('held', { exact: true }).waitFor();
  await mine?.selectOption(APPROVAL_TEXTS.never);
  await expect.poll(() => theirs?.inputValue()).toBe('never');
  await other.close();

  const slow = call('add_cell', { notebook, source: 'import time\ntime.sleep(600)' });
  await page.getByText(VIEW_TEXTS.cellOf('Neighbor')).first().waitFor();
  await call('stop', { notebook });
  expect(await slow).toContain('interrupted');

  await call('ask', { notebook, question: 'May I go on?' });
  await page.getByText('The other agent may go on.', { exact: true }).first().waitFor();
  await page.getByText('Neighbor', { exact: true }).waitFor();
});
