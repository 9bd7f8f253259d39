/** Verification over the API: the report, its event in the log, and what is refused. */
import { expect, test } from 'vitest';
import { Verification } from '../../lib/protocol/verification.ts';
import { isBusy } from '../../lib/session/session.ts';
import { isVerifiedStale } from '../../lib/session/verified.ts';
import { followUntil, post } from '../helpers/app-client.ts';
import { addCells } from '../helpers/notebook-with-cells.ts';
import { openApp } from '../helpers/shared-app.ts';

test('a session is verified, the log has the report, and an edit makes it stale', async () => {
  const app = await openApp();
  const id = await addCells(app, ['rate = 2', 'print("rate", rate)']);
  const ran = await followUntil(app, id, (session) => !isBusy(session) && session.executions === 2);
  const [first] = ran.cells;
  const path = `/api/sessions/${id}/verify`;

  const report = Verification.parse(await post(app, path));
  expect(report).toMatchObject({ outcome: 'reproduced', runs: 1 });
  expect(report.cells.map(({ cellId, verdict }) => [cellId, verdict])).toEqual(
    ran.cells.map((cell) => [cell.id, 'same']),
  );
  const session = await followUntil(app, id, ({ verified }) => verified !== null);
  expect(session.verified?.verification).toEqual(report);
  expect(session.verified && isVerifiedStale(session.verified, session)).toBe(false);

  const edited = await app.request(`/api/sessions/${id}/cells/${first?.id}`, {
    method: 'PATCH',
    body: JSON.stringify({ source: 'rate = 3' }),
  });
  expect(edited.ok).toBe(true);
  const stale = await followUntil(app, id, ({ seq }) => seq > session.seq);
  expect(stale.verified && isVerifiedStale(stale.verified, stale)).toBe(true);

  const again = Verification.parse(await post(app, path));
  expect(again.cells.map(({ verdict, differences }) => [verdict, differences[0]?.text])).toEqual([
    ['same', undefined],
    ['differs', 'rate 2, here 3'],
  ]);
});

test('a second verification, a running cell, a wrong limit, and a missing session are refused', async () => {
  const app = await openApp();
  const id = await addCells(app, ['import time; time.sleep(2)']);
  const verify = (body: unknown = {}, sessionId = id) =>
    app.request(`/api/sessions/${sessionId}/verify`, { method: 'POST', body: JSON.stringify(body) });
  const [one, two] = await Promise.all([verify(), verify()]);
  expect([one.status, two.status].sort()).toEqual([200, 409]);
  expect((await verify({ timeoutMs: 1 })).status).toBe(400);
  expect((await verify({}, 'none')).status).toBe(404);
  await post(app, `/api/sessions/${id}/cells/execute`, { scope: 'all' });
  await followUntil(app, id, isBusy);
  expect((await verify()).status).toBe(409);
  await followUntil(app, id, (session) => !isBusy(session) && session.executions === 2);
});
