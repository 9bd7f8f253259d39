/** Definitions: kept from a message, written in the page, and read by the next run. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CONTEXT_TEXTS } from '../../../components/api/context-texts.ts';
import { DEFINITION_TEXTS } from '../../../components/notebook/definitions/definition-texts.ts';
import { FILES_TEXTS } from '../../../components/panels/files/files-texts.ts';
import { SETTINGS_TEXTS } from '../../../components/panels/settings/settings-texts.ts';
import { CONTEXT_FILE } from '../../../lib/protocol/files/context-file.ts';
import { followUntil, isEnded, post } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import type { ModelServerRequest } from '../../helpers/model/model-server.ts';
import { findAccessibilityFaults, logIn, openPage, takeScreenshots } from '../../helpers/page/browser.ts';

test('a correction is kept with a click, taken back, and edited; the next run reads it', async () => {
  const prompts: string[] = [];
  const say = ({ messages }: ModelServerRequest) => {
    prompts.push(String(messages[0]?.content));
    return 'Done.';
  };
  const app = await openScriptedApp([say, say, say]);
  onTestFinished(() => rm(join(app.home, CONTEXT_FILE), { force: true }));
  const { id = '' } = await post(app, '/api/sessions');
  const ask = async (task: string) => {
    await post(app, `/api/sessions/${id}/runs`, { task });
    await followUntil(app, id, isEnded);
  };
  await ask('What is the revenue?');
  await ask('No, revenue is net of returns');
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);

  const offer = page.getByRole('button', { name: DEFINITION_TEXTS.offer });
  await offer.waitFor();
  await takeScreenshots(page, 'definition-offer');
  await offer.click();
  const keeping = page.getByRole('dialog', { name: DEFINITION_TEXTS.title });
  const field = keeping.getByRole('textbox', { name: DEFINITION_TEXTS.field });
  expect(await field.inputValue()).toBe('No, revenue is net of returns');
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeScreenshots(page, 'keep-definition');
  await field.fill('Revenue is net of returns');
  await keeping.getByRole('button', { name: DEFINITION_TEXTS.keep, exact: true }).click();
  await page.getByText(DEFINITION_TEXTS.kept).waitFor();
  const files = page.getByRole('list', { name: 'Files' });
  await files.getByRole('button', { name: 'CONTEXT.md', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText(DEFINITION_TEXTS.forgotten).waitFor();

  await page.getByRole('button', { name: FILES_TEXTS.addContext }).click();
  const editing = page.getByRole('dialog', { name: CONTEXT_TEXTS.title });
  const text = editing.getByRole('textbox', { name: CONTEXT_TEXTS.field });
  expect(await text.getAttribute('placeholder')).toContain('What should every answer know?');
  await text.fill('- Revenue is net.\n');
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeScreenshots(page, 'context-dialog');
  await editing.getByRole('button', { name: CONTEXT_TEXTS.save }).click();
  await editing.getByText(CONTEXT_TEXTS.saved).waitFor();

  // Changed elsewhere meanwhile: nothing is lost on either side.
  const body = JSON.stringify({ text: '- Theirs.\n', was: '- Revenue is net.\n' });
  await app.request(`/api/sessions/${id}/context`, { method: 'PUT', body });
  await text.fill('- Mine.\n');
  await editing.getByRole('button', { name: CONTEXT_TEXTS.save }).click();
  await editing.getByText('was changed elsewhere').waitFor();
  expect(await text.inputValue()).toBe('- Mine.\n');
  await editing.getByRole('button', { name: 'Close' }).click();
  await files.getByRole('button', { name: 'CONTEXT.md', exact: true }).click();
  await expect.poll(() => text.inputValue()).toBe('- Theirs.\n');
  await editing.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('heading', { name: SETTINGS_TEXTS.definitions }).waitFor();
  await settings.getByRole('textbox', { name: CONTEXT_TEXTS.field }).fill('- A year begins in May.');
  await settings.getByRole('button', { name: CONTEXT_TEXTS.save }).click();
  await settings.getByText(CONTEXT_TEXTS.saved).waitFor();
  await ask('Again?');
  expect(prompts.map((prompt) => prompt.includes('CONTEXT.md'))).toEqual([false, false, true]);
  expect(prompts[2]).toContain('- A year begins in May.\n\n- Theirs.');
});
