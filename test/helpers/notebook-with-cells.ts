import type { App } from './app.ts';
import { followUntil, post } from './app-client.ts';

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
