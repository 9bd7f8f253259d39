/** Branches over the API of the app, whose kernels are in boxes. */
import { expect, test } from 'vitest';
import { findCell } from '../../../lib/session/session.ts';
import { readStdout } from '../../helpers/agent/agent-session.ts';
import { followUntil, post } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';

test('a branch from a cell has the variables of that cell, and none of those below', async () => {
  const app = await openScriptedApp([]);
  const { id = '' } = await post(app, '/api/sessions');
  const execute = async (sessionId: string, source: string) => {
    const { cellId = '' } = await post(app, `/api/sessions/${sessionId}/cells`, { type: 'code', source });
    await post(app, `/api/sessions/${sessionId}/cells/${cellId}/execute`);
    const isDone = (session: Parameters<typeof findCell>[0]) => findCell(session, cellId)?.endedAt != null;
    const session = await followUntil(app, sessionId, isDone);
    return { cellId, stdout: readStdout(findCell(session, cellId) ?? undefined) };
  };
  const { cellId } = await execute(id, 'x = 1');
  await execute(id, 'x = 2\ny = 2');
  const branch = await post(app, '/api/sessions', { branchOf: { sessionId: id, cellId, kernel: 'live' } });
  expect((await execute(branch.id ?? '', 'print(x, "y" in globals())')).stdout).toBe('1 False\n');
  expect((await execute(id, 'print(x, y)')).stdout).toBe('2 2\n');
});
