/**
 * Sessions that an earlier version of Actbook recorded, with every kind of event (test/fixtures/homes/README.md): they open,
 * show, prompt, and export what they did, and continue. `ACTBOOK_GOLDENS=write` writes down what they show now.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { EventBody } from '../../../lib/protocol/events/event.ts';
import { findCell } from '../../../lib/session/session.ts';
import { exportNotebook, readGoldens, toGolden, writeGoldens } from '../../helpers/homes/goldens.ts';
import { openHome, unpackHome } from '../../helpers/homes/recorded-home.ts';
import { NO_KERNELS } from '../../helpers/kernel/no-kernels.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';
import { promptText } from '../../helpers/model/model-server.ts';
import { serveModel } from '../../helpers/model/serve-model.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { validateNotebooks } from '../../helpers/python.ts';

const kernels = shareProvider();

/** Kinds of events that came after these sessions. */
const LATER = new Set([
  'run-context',
  'file-profile',
  'skill-read',
  'ways-start',
  'ways-end',
  'ways-choose',
  'agent-start',
  'agent-end',
  'tool-call-progress',
  'packages-change',
  'approval-change',
]);

test('every session opens, and its page, its prompts, and its notebook file are as they were', async () => {
  const home = await unpackHome();
  const { runtime, store, blobs } = await openHome(home, NO_KERNELS);
  const ids = (await store.listSessions()).map(({ id }) => id).sort();
  const kinds = new Set<string>();
  const goldens = [];
  const paths = [];
  for (const id of ids) {
    for (const { type } of await store.read(id, 0)) kinds.add(type);
    const session = await runtime.sessions.read(id);
    const ipynb = await exportNotebook(session, blobs);
    goldens.push(toGolden(session, ipynb));
    const path = join(home, `${id}.ipynb`);
    await writeFile(path, ipynb);
    paths.push(path);
  }
  const all = EventBody.options.flatMap((part) => part.options.map(({ shape }) => shape.type.value));
  expect(all.filter((type) => !kinds.has(type) && !LATER.has(type))).toEqual([]);
  await validateNotebooks(paths, home);
  if (process.env.ACTBOOK_GOLDENS === 'write') await writeGoldens(goldens);
  const recorded = await readGoldens();
  expect(ids).toEqual(recorded.map(({ id }) => id));
  for (const [index, golden] of goldens.entries()) expect.soft(golden).toEqual(recorded[index]);
});

test('a session with an event of a newer version is refused with a sentence, and the others open', async () => {
  const home = await unpackHome();
  const { runtime, store } = await openHome(home, NO_KERNELS);
  const [newer = expect.fail(), other = expect.fail()] = await store.listSessions();
  const database = new DatabaseSync(join(home, 'actbook.db'));
  const change = `update events set type = 'cell-dream', data = '{"type":"cell-dream"}' where session_id = ? and seq = 2`;
  database.prepare(change).run(newer.id);
  database.close();
  const sentence = 'Event 2 of this notebook cannot be read. A newer version of Actbook wrote it';
  await expect(runtime.sessions.read(newer.id)).rejects.toThrow(sentence);
  expect((await runtime.sessions.read(other.id)).seq).toBe(other.lastSeq);
});

test.each([
  [
    'whose code the agent replaced, the user changed back, and a rebuild ran again',
    's-4cd405e62adb4601bd5b64bbbf3963a4',
  ],
  ['that began as a notebook file', 's-cf09542e09cf402ca85b204581670a72'],
  ['that branches from another', 's-9f9454ccfa7c4412af00e9b9572e68f3'],
  ['with tools of the host', 's-f0c521b84fdd48579392c4efff5512d2'],
])('a session %s continues', async (_, id) => {
  const home = await unpackHome();
  const { server, model } = await serveModel([fence('print(seven * 6)'), 'It is 42.']);
  const first = await openHome(home, kernels.provider, model);
  const before = await first.store.read(id, 0);
  const cellId = await first.runtime.cells.insert(id, { type: 'code', source: 'seven = 7\nprint(seven)' });
  await first.runtime.cells.execute(id, cellId);
  await first.runtime.cells.wait(id);
  const runId = await first.runtime.runs.start(id, { task: 'Six times seven?' });
  await first.runtime.runs.wait(runId);
  await first.close();
  expect(promptText(server)).toContain('seven = 7');

  const { runtime, store, blobs } = await openHome(home, NO_KERNELS);
  const session = await runtime.sessions.read(id);
  expect(findCell(session, cellId)).toMatchObject({ status: 'ok', outputs: [{ text: '7\n' }] });
  expect(session.runs.at(-1)).toMatchObject({ id: runId, outcome: { status: 'answered' } });
  expect((await store.read(id, 0)).slice(0, before.length)).toEqual(before);
  const path = join(home, 'continued.ipynb');
  await writeFile(path, await exportNotebook(session, blobs));
  await validateNotebooks([path], home);
});

test('what was going on when the process was gone ends, and the session continues', async () => {
  const home = await unpackHome();
  const { runtime, store } = await openHome(home, kernels.provider);
  const [{ id } = expect.fail()] = await store.listRunningSessions();
  await runtime.recover();
  expect(await store.listRunningSessions()).toEqual([]);
  const session = await runtime.sessions.read(id);
  expect(session.runs.at(-1)?.outcome).toMatchObject({ status: 'failed', code: 'interrupted' });
  const cellId = await runtime.cells.insert(id, { type: 'code', source: 'print("on")' });
  await runtime.cells.execute(id, cellId);
  await runtime.cells.wait(id);
  expect(findCell(await runtime.sessions.read(id), cellId)?.outputs).toMatchObject([{ text: 'on\n' }]);
});
