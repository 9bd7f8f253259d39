/** What the tour of the states does in the page and sends to the app. */
import type { Locator, Page } from 'playwright-core';
import { COMMAND_TEXTS } from '../../components/notebook/commands/command-texts.ts';
import type { CommandId } from '../../components/notebook/commands/table/command-table.ts';
import { COMMAND_TITLES } from '../../components/notebook/commands/table/command-titles.ts';
import { SESSION_TEXTS } from '../../components/pages/session/session-texts.ts';
import { SIDEBAR_TEXTS } from '../../components/panels/sidebar/sidebar-texts.ts';
import type { App } from '../../test/helpers/app/app.ts';

export function createHands({ page, app }: { page: Page; app: App }) {
  const frameOf = (id: string): Locator => page.locator(`[data-cell-id="${id}"]`);
  /** The path of the notebook that is open. */
  const api = () => `/api/sessions/${new URL(page.url()).pathname.split('/').at(-1)}`;

  async function send(path: string, body: object = {}): Promise<Record<string, string>> {
    const response = await app.request(path, { method: 'POST', body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    const text = await response.text();
    return text === '' ? {} : JSON.parse(text);
  }

  async function openNotebook(title: string, sources: string[]): Promise<string[]> {
    const { id } = await send('/api/sessions', { title });
    const ids: string[] = [];
    for (const source of sources)
      ids.push((await send(`/api/sessions/${id}/cells`, { type: 'code', source })).cellId ?? '');
    await page.goto(`${app.url}/sessions/${id}`);
    await frameOf(ids.at(-1) ?? '').waitFor();
    return ids;
  }

  const openCells = (sources: string[]) => openNotebook('Numbers', sources);

  async function ask(label: string, question: string): Promise<void> {
    await page.getByRole('textbox', { name: label }).fill(question);
    await page.keyboard.press('Enter');
  }

  async function command(id: CommandId): Promise<void> {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: COMMAND_TEXTS.search }).fill(COMMAND_TITLES[id].title);
    await page
      .getByRole('option', { name: COMMAND_TITLES[id].title })
      .and(page.locator('[data-focused]'))
      .waitFor();
    await page.keyboard.press('Enter');
  }

  /** Unless it is open: a narrow window closes panels, and a dialog of one with it. */
  async function openPanel(name: string): Promise<void> {
    const bar = page.getByRole('navigation', { name: 'Panels' });
    if (!(await bar.isVisible())) await page.getByRole('button', { name: SESSION_TEXTS.openSidebar }).click();
    const button = bar.getByRole('button', { name });
    await button.waitFor();
    const isOpen = await button.evaluate(
      ({ ariaPressed, ariaExpanded, ariaCurrent }) =>
        ariaPressed === 'true' ||
        ariaExpanded === 'true' ||
        (ariaCurrent !== null && ariaCurrent !== 'false'),
    );
    if (!isOpen) await button.click();
    await page.getByText(SIDEBAR_TEXTS.loading).waitFor({ state: 'detached' });
  }

  async function closeDialog(): Promise<void> {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  return { frameOf, api, send, openNotebook, openCells, ask, command, openPanel, closeDialog };
}
