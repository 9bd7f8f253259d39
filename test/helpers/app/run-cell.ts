import type { Session } from '../../../lib/session/session.ts';
import type { App } from './app.ts';
import { followUntil, post } from './app-client.ts';

/** Runs a new cell at the end of a notebook; resolves to all its cells as JSON when that has ended well. */
export async function runCell(app: App, sessionId: string, source: string): Promise<string> {
  const { cellId = '' } = await post(app, `/api/sessions/${sessionId}/cells`, { type: 'code', source });
  await post(app, `/api/sessions/${sessionId}/cells/${cellId}/execute`);
  const isDone = ({ cells }: Session) => cells.some(({ id, status }) => id === cellId && status === 'ok');
  return JSON.stringify((await followUntil(app, sessionId, isDone)).cells);
}
