import type { Runtime } from '../lib/runtime/runtime.ts';
import { type Cell, findCell } from '../lib/session/session.ts';

/** Adds a code cell to the end of a notebook, and resolves to it once it has run. */
export async function runCell(
  runtime: Runtime,
  sessionId: string,
  source: string,
): Promise<Cell | undefined> {
  const cellId = await runtime.cells.insert(sessionId, { type: 'code', source });
  await runtime.cells.execute(sessionId, cellId);
  await runtime.cells.wait(sessionId);
  return findCell(await runtime.sessions.read(sessionId), cellId) ?? undefined;
}
