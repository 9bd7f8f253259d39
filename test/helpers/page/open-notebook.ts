/** A notebook file with given outputs, brought into the app and opened: no kernel and no model is needed to see them. */

import type { Page } from 'playwright-core';
import { CELL_TEXTS } from '../../../components/notebook/cells/cell-texts.ts';
import type { App } from '../app/app.ts';
import { openApp } from '../app/shared-app.ts';
import { logIn, openPage } from './browser.ts';

export type Bundle = Record<string, unknown>;

/** One cell a bundle. `widgets` is the notebook's widget state, by model id. */
export async function openNotebook(
  bundles: readonly Bundle[],
  widgets: Record<string, Bundle> = {},
): Promise<{ app: App; page: Page; sessionId: string }> {
  const app = await openApp();
  const cells = bundles.map((data, index) => ({
    cell_type: 'code',
    id: `cell-${index}`,
    execution_count: index + 1,
    metadata: {},
    source: 'show()',
    outputs: [{ output_type: 'display_data', data, metadata: {} }],
  }));
  const state = { version_major: 2, version_minor: 0, state: widgets };
  const metadata = { widgets: { 'application/vnd.jupyter.widget-state+json': state } };
  const body = JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata, cells });
  const response = await app.request('/api/sessions/import?name=outputs.ipynb', { method: 'POST', body });
  const { id } = await response.json();
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  await page
    .getByRole('region', { name: new RegExp(`^${CELL_TEXTS.codeCell('')}`) })
    .first()
    .waitFor();
  return { app, page, sessionId: id };
}
