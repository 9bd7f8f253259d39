/** Verification over the API: the report, its event in the log, and what is refused. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { BlobRef } from '../../../lib/notebook/blob-ref.ts';
import { isBlobRef } from '../../../lib/notebook/mime-value.ts';
import { SessionSummary } from '../../../lib/protocol/sessions/session-summary.ts';
import { Verification, VerifyProgress } from '../../../lib/protocol/verification/verification.ts';
import { isBusy, type Session } from '../../../lib/session/session.ts';
import { isVerifiedStale } from '../../../lib/session/verified.ts';
import { followUntil, post, startScriptedApp } from '../../helpers/app/app-client.ts';
import { openApp } from '../../helpers/app/shared-app.ts';
import { addCells } from '../../helpers/page/notebook-with-cells.ts';

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

test('a cell of which the last run was undone is verified as the run before left it', async () => {
  const app = await openApp();
  const id = await addCells(app, ['x = 0', 'x = x + 1\nx', 'print("now", x)']);
  const run = async (cellId: string | undefined, path: string, executions: number) => {
    await post(app, `/api/sessions/${id}/cells/${cellId}/${path}`);
    return followUntil(app, id, (session) => !isBusy(session) && session.executions === executions);
  };
  const { cells } = await followUntil(app, id, (session) => !isBusy(session) && session.executions === 3);
  await run(cells[1]?.id, 'execute', 4);
  const undone = await run(cells[1]?.id, 'back', 4);
  expect(undone.cells.map(({ isTakenBack }) => isTakenBack === true)).toEqual([false, true, false]);
  const report = Verification.parse(await post(app, `/api/sessions/${id}/verify`));
  expect(report.cells.map(({ verdict }) => verdict)).toEqual(['same', 'same', 'same']);
});

const PLOT = `import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.plot([1, 2, last], label="sold")
ax.set_title(title)
plt.show()`;

test('a picture that differs is in the report on both sides, in words, and in exports until something changes', async () => {
  const app = await openApp();
  const id = await addCells(app, ['title, last = "Sold", 4', PLOT]);
  const { cells } = await followUntil(app, id, (session) => !isBusy(session) && session.executions === 2);
  const edit = (source: string) =>
    app.request(`/api/sessions/${id}/cells/${cells[0]?.id}`, {
      method: 'PATCH',
      body: JSON.stringify({ source }),
    });
  expect((await edit('title, last = "Sale", 5')).ok).toBe(true);
  const report = Verification.parse(await post(app, `/api/sessions/${id}/verify`));
  const [{ notebook, here, text = '' } = {}, ...others] = report.cells[1]?.pictures ?? [];
  expect(others).toEqual([]);
  expect(text).toMatch(
    /^title “Sold”, here “Sale”; “sold”, value 3: 4, here 5; (?:[\d.]+ % of the picture’s pixels differ|picture of .+)$/,
  );
  expect(report.cells[1]?.differences[0]?.text).toBe(text);
  const session = await followUntil(app, id, ({ verified }) => verified !== null);
  expect(session.verified?.verification).toEqual(report);
  // As the log keeps the output of the cell.
  const [output] = cells[1]?.outputs ?? [];
  const shown = output && 'data' in output ? output.data['image/png'] : null;
  expect(isBlobRef(shown) && notebook?.data['image/png']).toEqual(shown);
  const read = async (value: unknown) => {
    const { blob } = BlobRef.parse(value);
    const reply = await app.request(`/api/sessions/${id}/blobs/${blob}?type=image/png`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png']);
    return Buffer.from(await reply.arrayBuffer()).toString('base64');
  };
  const sides = [await read(notebook?.data['image/png']), await read(here?.data['image/png'])];
  expect(sides[0]).not.toBe(sides[1]);
  const readHtml = async () => (await app.request(`/api/sessions/${id}/export?format=html`)).text();
  const html = await readHtml();
  const [, pair = ''] = html.split('<div class="pictures"');
  expect(pair).toContain('title “Sold”, here “Sale”');
  const places = ['>In the notebook<', sides[0], '>From a clean start<', sides[1]].map((part) =>
    pair.indexOf(part ?? '?'),
  );
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);

  expect((await edit('title, last = "Sold", 4')).ok).toBe(true);
  expect(await readHtml()).not.toContain('<div class="pictures"');
  const again = Verification.parse(await post(app, `/api/sessions/${id}/verify`));
  expect([again.outcome, again.cells[1]?.pictures]).toEqual(['reproduced', undefined]);
});

/** A package that only this notebook has: its folder is on the path of its kernels. */
const PACKAGE = `import pathlib
pathlib.Path("gauge.py").write_text("")
pathlib.Path("gauge-1.0.dist-info").mkdir(exist_ok=True)
pathlib.Path("gauge-1.0.dist-info/METADATA").write_text("Name: gauge\\nVersion: 1.0\\n")
pathlib.Path("gauge-1.0.dist-info/top_level.txt").write_text("gauge")`;

test('a verification is outdated once a kernel of the notebook has another version of a package', async () => {
  const app = await openApp();
  const id = await addCells(app, [PACKAGE, 'import gauge']);
  await post(app, `/api/sessions/${id}/verify`);
  const { verified } = await followUntil(app, id, (session) => session.verified !== null);
  expect(verified?.verification.outcome).toBe('reproduced');
  expect(verified?.installed).toEqual([
    { name: 'Python', version: expect.stringMatching(/^3\.\d+\.\d+/) },
    { name: 'gauge', version: '1.0' },
  ]);
  const metadata = join(app.home, 'workspaces', id, 'gauge-1.0.dist-info', 'METADATA');
  const restartAs = async (version: string) => {
    await writeFile(metadata, `Name: gauge\nVersion: ${version}\n`);
    await post(app, `/api/sessions/${id}/kernel`, { action: 'restart' });
    return followUntil(app, id, (session) => session.verified?.installed?.at(-1)?.version === version);
  };
  const isStale = (session: Session) => session.verified && isVerifiedStale(session.verified, session);
  expect(isStale(await restartAs('1.1'))).toBe(true);
  expect(isStale(await restartAs('1.0'))).toBe(false);
});

test('a second verification joins the first; a running cell, a wrong limit, and a missing session are refused', async () => {
  const app = await openApp();
  const id = await addCells(app, ['import time; time.sleep(2)']);
  const verify = (body: unknown = {}, sessionId = id) =>
    app.request(`/api/sessions/${sessionId}/verify`, { method: 'POST', body: JSON.stringify(body) });
  const [one, two] = await Promise.all([verify(), verify()]);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect(await two.json()).toEqual(await one.json());
  expect((await verify({ timeoutMs: 1 })).status).toBe(400);
  expect((await verify({}, 'none')).status).toBe(404);
  await post(app, `/api/sessions/${id}/cells/execute`, { scope: 'all' });
  await followUntil(app, id, isBusy);
  expect((await verify()).status).toBe(409);
  await followUntil(app, id, (session) => !isBusy(session) && session.executions === 2);
});

test('a verification streams its cells and then its report, or the error', async () => {
  const app = await openApp();
  const id = await addCells(app, ['print(1)', 'import random; print(random.random())', 'print(3)']);
  await followUntil(app, id, (session) => !isBusy(session) && session.executions === 3);
  const stream = (sessionId: string) =>
    app.request(`/api/sessions/${sessionId}/verify/stream`, { method: 'POST', body: '{}' });
  const [text, joined] = await Promise.all([stream(id), stream(id)].map(async (each) => (await each).text()));
  expect(joined).toBe(text);
  const messages = (text ?? '').split('\n\n').map((each) => each.split(/^event: |\ndata: /).slice(1));
  const told = messages.flatMap(([event, data = '']) =>
    event === 'progress' ? [Object.values(VerifyProgress.parse(JSON.parse(data))).join(' ')] : [],
  );
  // The run, the step of all, and the cell. Another run finds that the second one varies.
  const first = ['1 1 3 1', '1 1 3 1 same', '1 2 3 2', '1 2 3 2 differs', '1 3 3 3', '1 3 3 3 same'];
  expect(told.slice(0, 6)).toEqual(first);
  expect(told.slice(6, 8)).toEqual(['2 1 2 1', '2 2 2 2']);
  const [last, data = ''] = messages.findLast(([event]) => event !== undefined) ?? [];
  expect(last).toBe('report');
  expect(Verification.parse(JSON.parse(data)).counts).toMatchObject({ same: 2, varies: 1 });

  const refused = await (await stream('none')).text();
  expect(refused).toMatch(/^event: error\ndata: \{"code":"not-found","message":"This session /);
});

test('after an answered run it verifies by itself, and the list and exports say so until something changes', async () => {
  const fence = (source: string) => `\`\`\`python\n${source}\n\`\`\``;
  const script = [fence('import json\nprint(json.dumps([1, 2]))'), 'Two numbers.'];
  const app = await startScriptedApp(script, undefined, { ACTBOOK_VERIFY: 'on' });
  const { id = '' } = await post(app, '/api/sessions');
  await post(app, `/api/sessions/${id}/runs`, { task: 'Which numbers are there?' });
  const session = await followUntil(app, id, ({ verified }) => verified !== null);
  expect(session.verified?.verification).toMatchObject({
    outcome: 'reproduced',
    cells: [{ verdict: 'same' }],
    kernel: { packages: [{ name: 'json', version: expect.stringMatching(/^[\d.]+$/) }] },
  });
  const readLine = async () => {
    const reply = await (await app.request('/api/sessions')).json();
    const list = z.object({ sessions: z.array(SessionSummary) }).parse(reply).sessions;
    return list.find((line) => line.id === id)?.verification;
  };
  expect(await readLine()).toBe('reproduced');
  const markdown = await (await app.request(`/api/sessions/${id}/export?format=md`)).text();
  expect(markdown).toContain('*Reproduced: from a clean start, 1 of 1 cell gave the same outputs, ');
  const file = await (await app.request(`/api/sessions/${id}/export?format=ipynb`)).json();
  expect(file.metadata.actbook.verification).toMatchObject({
    outcome: 'reproduced',
    cells: [{ verdict: 'same' }],
  });

  const { cellId } = await post(app, `/api/sessions/${id}/cells`, { type: 'code', source: 'print(3)' });
  expect(cellId).toBeTruthy();
  expect(await readLine()).toBeNull();
  expect(await (await app.request(`/api/sessions/${id}/export?format=md`)).text()).not.toContain(
    'Reproduced',
  );
});
