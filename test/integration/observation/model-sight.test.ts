/** Which cells a model has seen: those of requests that it answered. */
import { expect, test } from 'vitest';
import { createSightFinder } from '../../../components/notebook/view/create-sight-finder.ts';
import { followUntil, post } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';

test('a cell was seen once a model answers, not when a request with it is refused', async () => {
  const app = await openScriptedApp([{ status: 401 }, 'Two.']);
  const { id = '' } = await post(app, '/api/sessions');
  const { cellId } = await post(app, `/api/sessions/${id}/cells`, { type: 'code', source: 'print(1 + 1)' });
  await post(app, `/api/sessions/${id}/cells/${cellId}/execute`);
  await followUntil(app, id, ({ cells }) => cells[0]?.endedAt != null);

  const ask = async (count: number) => {
    await post(app, `/api/sessions/${id}/runs`, { task: 'What is it?' });
    const session = await followUntil(
      app,
      id,
      ({ runs }) => runs.length === count && runs.at(-1)?.outcome != null,
    );
    return session.cells.filter(({ id: each }) => each === cellId).map(createSightFinder()(session));
  };
  expect(await ask(1)).toEqual([null]);
  expect(await ask(2)).toEqual([expect.objectContaining({ vision: false })]);
});
