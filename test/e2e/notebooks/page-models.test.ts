/** Choosing a model in the page: by server, searched, by keyboard, kept with the session; and the reviewer. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { MODEL_TEXTS } from '../../../components/ask/models/model-texts.ts';
import { SEARCH_TEXTS } from '../../../components/ask/models/search/searchable-list.tsx';
import { SESSION_TEXTS } from '../../../components/pages/session/session-texts.ts';
import { startApp } from '../../helpers/app/app.ts';
import { followUntil } from '../../helpers/app/app-client.ts';
import { OLLAMA } from '../../helpers/model/provider-models.ts';
import { startProviderServer } from '../../helpers/model/provider-server.ts';
import {
  findAccessibilityFaults,
  keepScreenshot,
  openPage,
  openStartPage,
} from '../../helpers/page/browser.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const KEY = 'sk-or-canary-42';
const NOWHERE = 'http://127.0.0.1:9/v1';

const coder = (name: string) => ({
  id: `qwen/${name}`,
  name: `Qwen ${name}`,
  context_length: 262144,
  architecture: { input_modalities: ['text', 'image'] },
  pricing: { prompt: '0.0000003', completion: '0.0000012' },
});

async function startManyModels() {
  const router = await startProviderServer({
    answers: {
      'GET /api/v1/models': { data: [coder('qwen3-coder'), coder('qwen3-max'), coder('qwen3-mini')] },
    },
  });
  const ollama = await startProviderServer(OLLAMA);
  const home = await createTempDir();
  const settings = {
    default: 'router/qwen/qwen3-max',
    providers: {
      router: {
        profile: 'openrouter',
        label: 'OpenRouter',
        baseUrl: `${router.url}/api/v1`,
        apiKeyEnv: 'ROUTER_KEY',
      },
      gone: { label: 'Lab server', baseUrl: NOWHERE },
    },
  };
  await writeFile(join(home, 'models.json'), JSON.stringify(settings));
  const app = await startApp({ home, env: { ROUTER_KEY: KEY, ACTBOOK_DISCOVER: ollama.url } });
  return { app, router, ollama };
}

const picker = (page: Page) => page.getByRole('button', { name: /^Model:/ });
/** Without the text that only assistive technology reads. */
const chosen = async (page: Page) => (await picker(page).innerText()).replace(/^Model:\s*/, '');
const option = (page: Page, name?: string) =>
  page.getByRole('listbox', { name: 'Models' }).getByRole('option', name === undefined ? {} : { name });
const options = (page: Page) => option(page).allInnerTexts();

/** Whether the end of a text is cut off with an ellipsis. */
const isCut = (text: Locator) => text.evaluate((element) => element.scrollWidth > element.clientWidth);

async function ask(page: Page, label: string) {
  await page.getByRole('textbox', { name: label }).fill('Hello?');
  await page.keyboard.press('Enter');
}

test('a model is found by its name, chosen by keyboard and kept with the session; so is a reviewer', async () => {
  const { app, router, ollama } = await startManyModels();
  const page = await openPage();
  await openStartPage(page, app);
  await expect.poll(() => chosen(page)).toBe('qwen/qwen3-max');
  expect(await isCut(page.getByText('qwen/qwen3-max'))).toBe(false);
  await picker(page).click();
  await option(page).first().waitFor();
  await expect
    .poll(() => page.getByRole('listbox').getByRole('group').allInnerTexts())
    .toEqual([
      expect.stringContaining('OpenRouter'),
      expect.stringContaining(`Ollama ${SEARCH_TEXTS.found}`),
      expect.stringContaining('Built in'),
    ]);
  await page.getByText('Lab server: The model server at http://127.0.0.1:9/v1 does not answer.').waitFor();
  expect((await options(page))[0]).toBe(
    'Qwen qwen3-coder\n262.1K context · images · $0.30 in, $1.20 out per 1M tokens',
  );
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'models-start');

  const search = page.getByRole('combobox', { name: SEARCH_TEXTS.search });
  await search.fill('qwen3 min');
  await expect.poll(() => options(page)).toEqual([expect.stringContaining('qwen3-mini')]);
  await search.fill('nothing like it');
  await page.getByText(SEARCH_TEXTS.noMatch).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await search.fill('openrouter qwen3');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(() => chosen(page)).toBe('Qwen qwen3-coder');
  await expect.poll(() => picker(page).evaluate((element) => element === document.activeElement)).toBe(true);
  await ask(page, 'Task');
  await page.locator('[data-outcome="answered"]').waitFor();
  await page.getByText(/1\.1K tokens · \$0\.0004\d* · Qwen qwen3-coder/).waitFor();
  expect(router.chats[0]?.body.model).toBe('qwen/qwen3-coder');
  expect(router.chats[0]?.headers.authorization).toBe(`Bearer ${KEY}`);

  await picker(page).click();
  await option(page, 'gemma3:4b').click();
  await expect.poll(() => chosen(page)).toBe('gemma3:4b');
  await page.reload();
  await page.locator('[data-outcome="answered"]').waitFor();
  await expect.poll(() => chosen(page)).toBe('gemma3:4b');
  await page.setViewportSize({ width: 360, height: 720 });
  expect(await isCut(picker(page).getByText('gemma3:4b'))).toBe(false);
  await page.emulateMedia({ colorScheme: 'dark' });
  await picker(page).click();
  await option(page).first().waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await keepScreenshot(page, 'models-phone');
  await page.keyboard.press('Escape');
  await ask(page, SESSION_TEXTS.followUp);
  await page.locator('[data-outcome="answered"]').nth(1).waitFor();
  expect(ollama.chats.map(({ body }) => body.model)).toEqual(['gemma3:4b']);
  expect(ollama.chats[0]?.headers.authorization).not.toContain(KEY);

  const sessionId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const session = await followUntil(app, sessionId, ({ runs }) => runs[1]?.outcome != null);
  expect(session.model).toMatchObject({ id: 'ollama/gemma3:4b', provider: 'Ollama' });
  expect(session.runs.map(({ model }) => model.id)).toEqual(['router/qwen/qwen3-coder', 'ollama/gemma3:4b']);
  expect((await page.content()) + JSON.stringify(session)).not.toContain(KEY);

  // Answers are reviewed if the user asks for it, and the notebook shows it.
  const asked = router.chats.length;
  const reviewed = await openPage();
  await openStartPage(reviewed, app);
  await picker(reviewed).click();
  await reviewed.getByRole('checkbox', { name: MODEL_TEXTS.review }).check();
  await reviewed.keyboard.press('Escape');
  await expect.poll(() => chosen(reviewed)).toContain('reviewed');
  await ask(reviewed, 'Task');
  await reviewed.locator('[data-outcome="answered"]').waitFor();
  await reviewed.getByText('The reviewer gave no verdict.').waitFor();
  expect(router.chats).toHaveLength(asked + 2);
  expect(await findAccessibilityFaults(reviewed)).toEqual([]);
  await keepScreenshot(reviewed, 'review');
  await reviewed.reload();
  await reviewed.locator('[data-outcome="answered"]').waitFor();
  await expect.poll(() => chosen(reviewed)).toContain('reviewed');
});
