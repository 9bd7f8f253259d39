import { createSession, insertCell } from './actbook-api.ts';

/** Creates a notebook with one empty code cell for this kernel; returns its id. */
export async function createBlankNotebook(kernel: string): Promise<string> {
  const sessionId = await createSession({ kernel });
  await insertCell(sessionId, { type: 'code', source: '' });
  return sessionId;
}
