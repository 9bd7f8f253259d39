import type { Page } from 'playwright-core';
import type { App } from '../app/app.ts';
import { followUntil, post } from '../app/app-client.ts';
import { logIn, openPage } from './browser.ts';

/** Adds cells at the end of a notebook, a new one unless `into` is given, and runs them. Resolves to the notebook's id. */
export async function addCells(app: App, sources: readonly string[], into?: string): Promise<string> {
  const sessionId = into ?? (await post(app, '/api/sessions')).id ?? '';
  for (const source of sources) {
    const path = `/api/sessions/${sessionId}/cells`;
    const { cellId = '' } = await post(app, path, { type: 'code', source });
    await post(app, `${path}/${cellId}/execute`);
    await followUntil(app, sessionId, ({ cells }) =>
      cells.some(({ id, endedAt }) => id === cellId && endedAt !== null),
    );
  }
  return sessionId;
}

/** A new notebook whose cells have run, in a page that may use the clipboard. */
export async function openCells(
  app: App,
  sources: readonly string[],
): Promise<{ page: Page; sessionId: string }> {
  const sessionId = await addCells(app, sources);
  const page = await openPage({ permissions: ['clipboard-read', 'clipboard-write'] });
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${sessionId}`);
  return { page, sessionId };
}
