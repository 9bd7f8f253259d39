/** Connecting a model in the page: tested, saved, asked, changed, removed; by keyboard, on a phone, for everyone. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CONNECT_TEXTS } from '../../../components/ask/models/connect/connect-texts.ts';
import { MODEL_TEXTS } from '../../../components/ask/models/model-texts.ts';
import { RUN_LINE_TEXTS } from '../../../components/notebook/view/run-line-texts.ts';
import { SESSION_TEXTS } from '../../../components/pages/session/session-texts.ts';
import { startApp } from '../../helpers/app/app.ts';
import { openApp, openScriptedApp } from '../../helpers/app/shared-app.ts';
import { OLLAMA } from '../../helpers/model/provider-models.ts';
import { startProviderServer } from '../../helpers/model/provider-server.ts';
import {
  findAccessibilityFaults,
  keepScreenshot,
  openPage,
  openStartPage,
  takeScreenshots,
} from '../../helpers/page/browser.ts';

const KEY = 'sk-page-canary-0123456789';

const picker = (page: Page) => page.getByRole('button', { name: /^Model:/ });
const chosen = async (page: Page) => (await picker(page).innerText()).replace(/^Model:\s*/, '');
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, label: string) =>
  page.getByRole('list', { name: CONNECT_TEXTS.list }).getByRole('listitem').filter({ hasText: label });

async function ask(page: Page, label: string) {
  await page.getByRole('textbox', { name: label }).fill('Hello?');
  await page.keyboard.press('Enter');
}

test('a model is connected, tested, asked, renamed, and removed, and its key is never shown', async () => {
  const server = await startProviderServer({
    answers: { 'GET /v1/models': { data: [{ id: 'writer' }, { id: 'critic' }] } },
  });
  const app = await openApp();
  const page = await openPage();
  const heard: string[] = [];
  page.on('response', async (response) => heard.push(await response.text().catch(() => '')));
  await openStartPage(page, app);
  await button(page, MODEL_TEXTS.use).click();
  const dialog = page.getByRole('dialog', { name: CONNECT_TEXTS.title });
  await dialog.getByRole('combobox', { name: CONNECT_TEXTS.provider }).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeScreenshots(page, 'connect-form');

  // Everything by keyboard: the provider has the focus.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('SELECT');
  await page.keyboard.type('Other');
  await field(page, CONNECT_TEXTS.name).fill('Lab');
  await button(page, CONNECT_TEXTS.test).click();
  await page.getByText(CONNECT_TEXTS.missingAddress).waitFor();
  await field(page, CONNECT_TEXTS.address).fill('http://127.0.0.1:9');
  await button(page, CONNECT_TEXTS.test).click();
  await dialog.getByText('The model server at http://127.0.0.1:9/v1 does not answer.').waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeScreenshots(page, 'connect-failed');
  await field(page, CONNECT_TEXTS.address).fill(server.url);
  await page.getByLabel(CONNECT_TEXTS.key).fill(KEY);
  await button(page, CONNECT_TEXTS.test).click();
  await dialog.getByText(/It answers/).waitFor();
  await expect.poll(() => field(page, CONNECT_TEXTS.model).inputValue()).toBe('writer');
  expect(await dialog.locator('dd').allInnerTexts()).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
  await button(page, CONNECT_TEXTS.chooseModel).click();
  await page.getByRole('option', { name: 'critic' }).click();
  await dialog.getByText(CONNECT_TEXTS.notAsked).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeScreenshots(page, 'connect-tested');
  await field(page, CONNECT_TEXTS.model).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => chosen(page)).toBe('critic');
  await page.reload();
  await expect.poll(() => chosen(page)).toBe('critic');
  await ask(page, 'Task');
  await page.locator('[data-outcome="answered"]').waitFor();
  expect(server.chats.at(-1)).toMatchObject({
    body: { model: 'critic' },
    headers: { authorization: `Bearer ${KEY}` },
  });

  await button(page, 'Settings').click();
  await row(page, 'Lab').getByText('key saved, ends in …6789').waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeScreenshots(page, 'connect-settings');
  await button(page, CONNECT_TEXTS.editOf('Lab')).click();
  await field(page, CONNECT_TEXTS.name).fill('Laboratory');
  await field(page, CONNECT_TEXTS.address).fill('http://127.0.0.1:9');
  await page.getByText(CONNECT_TEXTS.keyAgain).waitFor();
  await button(page, CONNECT_TEXTS.save).click();
  await page.getByRole('alert').getByText(CONNECT_TEXTS.keyAgain).waitFor();
  await field(page, CONNECT_TEXTS.address).fill(`${server.url}/v1`);
  await button(page, CONNECT_TEXTS.save).click();
  await row(page, 'Laboratory').waitFor();
  await button(page, CONNECT_TEXTS.removeOf('Laboratory')).click();
  // Taken back from the keyboard, it answers with the same key, and is the default again.
  await page.getByText(CONNECT_TEXTS.none).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeScreenshots(page, 'connect-remove');
  await button(page, CONNECT_TEXTS.undoRemove('Laboratory')).press('Enter');
  await page.getByText(CONNECT_TEXTS.restored('Laboratory')).waitFor();
  await row(page, 'Laboratory').getByText('key saved, ends in …6789').waitFor();
  const before = server.chats.length;
  await page.keyboard.press('Escape');
  await ask(page, SESSION_TEXTS.followUp);
  await expect.poll(() => page.locator('[data-outcome="answered"]').count()).toBe(2);
  expect(server.chats.length).toBeGreaterThan(before);
  expect(server.chats.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
  await button(page, 'Settings').click();
  await button(page, CONNECT_TEXTS.removeOf('Laboratory')).click();
  await page.getByText(CONNECT_TEXTS.removed('Laboratory')).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText(MODEL_TEXTS.removed('Laboratory')).waitFor();
  await takeScreenshots(page, 'connect-removed');
  await ask(page, SESSION_TEXTS.followUp);
  await page.getByText(/“Laboratory” was removed, so its model critic cannot answer/).waitFor();
  expect(heard.join('\n') + (await page.content())).not.toContain(KEY);
});

test('a server that runs on this machine is offered, not chosen, and connected with two clicks, next to another, on a phone', async () => {
  const ollama = await startProviderServer(OLLAMA);
  const router = await startProviderServer({
    answers: {
      'GET /api/v1/models': {
        data: [
          {
            id: 'qwen/qwen3-coder',
            name: 'Qwen3 Coder',
            context_length: 262144,
            architecture: { input_modalities: ['text', 'image'] },
            supported_parameters: ['tools'],
            pricing: { prompt: '0.0000003', completion: '0.0000012' },
          },
        ],
      },
    },
  });
  const app = await startApp({ env: { ACTBOOK_DISCOVER: ollama.url } });
  const desk = await openPage();
  await openStartPage(desk, app);
  const offer = button(desk, MODEL_TEXTS.chooseLocal('Ollama'));
  await offer.waitFor();
  await expect.poll(() => chosen(desk)).toContain('built-in analyst');
  await keepScreenshot(desk, 'models-offer');
  await offer.click();
  await desk.getByRole('option', { name: 'gemma3:4b' }).click();
  await expect.poll(() => chosen(desk)).toBe('gemma3:4b');
  await desk.close();

  const page = await openPage({ viewport: { width: 390, height: 780 } });
  await openStartPage(page, app);
  await button(page, 'Settings').click();
  await page.getByText(CONNECT_TEXTS.found('Ollama', 2)).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeScreenshots(page, 'connect-found-phone');
  await button(page, CONNECT_TEXTS.connectFound('Ollama')).click();
  await page.getByText(/It answers/).waitFor();
  await page.getByText('4.1K tokens').waitFor();
  await takeScreenshots(page, 'connect-found-tested-phone');
  await button(page, CONNECT_TEXTS.save).click();
  await row(page, 'Ollama').getByText('gemma3:4b').waitFor();
  await page.getByText(CONNECT_TEXTS.found('Ollama', 2)).waitFor({ state: 'detached' });

  await button(page, CONNECT_TEXTS.connect).click();
  await page.getByRole('combobox', { name: CONNECT_TEXTS.provider }).selectOption('openrouter');
  await expect
    .poll(() => field(page, CONNECT_TEXTS.address).inputValue())
    .toBe('https://openrouter.ai/api/v1');
  await button(page, CONNECT_TEXTS.save).click();
  await page.getByText(CONNECT_TEXTS.missingKey).waitFor();
  await field(page, CONNECT_TEXTS.address).fill(`${router.url}/api/v1`);
  await page.getByLabel(CONNECT_TEXTS.key).fill(KEY);
  await button(page, CONNECT_TEXTS.test).click();
  await page.getByText('$0.30 in, $1.20 out per 1M tokens').waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeScreenshots(page, 'connect-priced-phone');
  await button(page, CONNECT_TEXTS.save).click();
  await row(page, 'OpenRouter').waitFor();
  // A second server takes nothing from the first.
  const select = page.getByRole('combobox', { name: CONNECT_TEXTS.default });
  await expect.poll(() => select.inputValue()).toBe('ollama/gemma3:4b');
  await select.selectOption('openrouter/qwen/qwen3-coder');
  await expect
    .poll(async () => (await (await app.request('/api/model-servers')).json()).defaultId)
    .toBe('openrouter/qwen/qwen3-coder');
  await page.keyboard.press('Escape');
  await expect.poll(() => chosen(page)).toBe('qwen/qwen3-coder');
});

test('a question that the built-in analyst cannot answer leads to the dialog', async () => {
  const app = await openApp();
  const page = await openPage();
  await openStartPage(page, app);
  await page.getByRole('textbox', { name: 'Task' }).fill('Write a poem about the sea');
  await page.keyboard.press('Enter');
  // The start page, which is left then, has a button with this name, too.
  await page.waitForURL('**/sessions/*');
  await page.locator('[data-outcome]').waitFor();
  await button(page, RUN_LINE_TEXTS.useModel).first().click();
  await page.getByRole('dialog', { name: CONNECT_TEXTS.title }).waitFor();
  await takeScreenshots(page, 'connect-refusal');
});

test('what the environment sets is shown and cannot be changed', async () => {
  const app = await openScriptedApp([]);
  const page = await openPage();
  await openStartPage(page, app);
  await button(page, 'Settings').click();
  const own = page.getByRole('list', { name: CONNECT_TEXTS.list }).getByRole('listitem');
  await own.getByText(`key from OPENAI_API_KEY · ${CONNECT_TEXTS.byEnvironment}`).waitFor();
  expect(await own.getByRole('button').count()).toBe(0);
  await page.getByText(CONNECT_TEXTS.defaultFixed).waitFor();
  expect(await page.getByRole('combobox', { name: CONNECT_TEXTS.default }).isDisabled()).toBe(true);
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

test('a server that does not answer is saved, but is not the default unless the user says so', async () => {
  const app = await openApp();
  const page = await openPage();
  await openStartPage(page, app);
  await button(page, 'Settings').click();
  await button(page, CONNECT_TEXTS.connect).click();
  await page.getByRole('combobox', { name: CONNECT_TEXTS.provider }).selectOption('compatible');
  await field(page, CONNECT_TEXTS.name).fill('Ghost');
  await field(page, CONNECT_TEXTS.address).fill('http://127.0.0.1:9/v1');
  await field(page, CONNECT_TEXTS.model).fill('ghost');
  await button(page, CONNECT_TEXTS.save).click();
  await page.getByText(CONNECT_TEXTS.staysDefault).waitFor();
  await button(page, CONNECT_TEXTS.save).click();
  await row(page, 'Ghost').waitFor();
  expect((await (await app.request('/api/model-servers')).json()).defaultId).toBe('builtin');
});

test('the default that no longer answers stays the default only if the user says so', async () => {
  const server = await startProviderServer({ answers: { 'GET /v1/models': { data: [{ id: 'writer' }] } } });
  const app = await openApp();
  const draft = { kind: 'vllm', address: server.url, models: ['writer'], isDefault: true };
  await app.request('/api/model-servers', { method: 'POST', body: JSON.stringify(draft) });
  const readDefault = async () => (await (await app.request('/api/model-servers')).json()).defaultId;
  const page = await openPage();
  await openStartPage(page, app);
  await button(page, 'Settings').click();
  await button(page, CONNECT_TEXTS.editOf('vLLM')).click();
  const keep = page.getByRole('checkbox', { name: CONNECT_TEXTS.keepAsDefault });
  await field(page, CONNECT_TEXTS.name).fill('Lab');
  // A new name cannot end its answers.
  expect(await keep.count()).toBe(0);
  await field(page, CONNECT_TEXTS.address).fill('http://127.0.0.1:9/v1');
  await expect.poll(() => keep.isChecked()).toBe(true);
  await button(page, CONNECT_TEXTS.save).click();
  await page.getByText(CONNECT_TEXTS.notKeptDefault).waitFor();
  await expect.poll(() => keep.isChecked()).toBe(false);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeScreenshots(page, 'connect-default-failed');
  expect(await readDefault()).toBe('vllm/writer');
  await keep.check();
  await button(page, CONNECT_TEXTS.save).click();
  await page.getByText(CONNECT_TEXTS.saved('Lab'), { exact: true }).waitFor();
  expect(await readDefault()).toBe('vllm/writer');

  await button(page, CONNECT_TEXTS.editOf('Lab')).click();
  await field(page, CONNECT_TEXTS.address).fill('http://127.0.0.1:19/v1');
  await button(page, CONNECT_TEXTS.test).click();
  await page.getByText(CONNECT_TEXTS.notKeptDefault).waitFor();
  await button(page, CONNECT_TEXTS.save).click();
  await page.getByText(CONNECT_TEXTS.savedNotDefault('Lab')).waitFor();
  expect(await readDefault()).toBe('builtin');
});
