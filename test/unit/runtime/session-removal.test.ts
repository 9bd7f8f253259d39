/** How sessions go for good, with all that only they needed, and nothing else. */
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { TRASH_MS } from '../../../lib/protocol/trash-ms.ts';
import { UNDO_MS } from '../../../lib/protocol/undo.ts';
import { createSessionRemoval } from '../../../lib/runtime/sessions/session-removal.ts';
import { createFileBlobs } from '../../../lib/store/files/file-blobs.ts';
import { createWorkspaces } from '../../../lib/store/files/workspaces.ts';
import { createSqliteStore } from '../../../lib/store/sqlite/sqlite-store.ts';
import type { Store } from '../../../lib/store/store.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const HOUR_MS = 3_600_000;
const rename = (title: string): EventBody => ({ type: 'session-rename', title });

async function openStore(path?: string): Promise<{ store: Store; path: string }> {
  const file = path ?? join(await createTempDir(), 'actbook.db');
  const store = await createSqliteStore(file);
  onTestFinished(() => store.dispose());
  return { store, path: file };
}

/** Sessions with a file each, over a real store; `closing` stands for the time that their kernels take to close. */
async function setUp(closing = async () => {}, clock: { steadyMs?: number } = { steadyMs: 0 }) {
  const { store, path } = await openStore();
  const blobs = createFileBlobs(join(dirname(path), 'blobs'), store.holdBlobs);
  const workspaces = createWorkspaces(join(dirname(path), 'workspaces'));
  const closed: string[] = [];
  const removal = createSessionRemoval({
    store,
    blobs,
    workspaces,
    kernels: {
      close: async (id) => {
        closed.push(id);
        await closing();
      },
    },
    endWork: async () => {},
    forget: () => {},
    ...clock,
  });
  const add = async (id: string, text: string) => {
    const blob = await blobs.put(Buffer.from(text));
    await blobs.copyTo(blob, join(await workspaces.open(id), 'data.csv'));
    const file: EventBody = { type: 'file-add', name: 'data.csv', bytes: 4, blob, origin: 'upload' };
    await store.createSession(id, [rename(id), file]);
    return blob;
  };
  return { store, blobs, workspaces, removal, closed, add };
}

test('what was put away longer ago than it can be restored is deleted with its files, the rest stays', async () => {
  const { store, blobs, workspaces, removal, closed, add } = await setUp();
  const [own, both] = [await add('s-1', 'own'), await add('s-2', 'both')];
  await add('s-3', 'both');
  await removal.discard('s-1');
  await removal.discard('s-2');
  const now = Date.now();
  await removal.purgeDiscarded(now);
  expect((await removal.listDiscarded()).map(({ id }) => id).sort()).toEqual(['s-1', 's-2']);
  expect(closed).toEqual([]);

  await removal.purgeDiscarded(now + UNDO_MS + 1000);
  expect(closed.sort()).toEqual(['s-1', 's-2']);
  expect(await removal.listDiscarded()).toHaveLength(2);

  await removal.purgeDiscarded(now + TRASH_MS + 1000);
  expect(await store.listDiscarded()).toEqual([]);
  expect(await store.read('s-1', 0)).toEqual([]);
  expect((await workspaces.listFiles('s-1')).files).toEqual([]);
  expect((await store.listSessions()).map(({ id }) => id)).toEqual(['s-3']);
  expect((await workspaces.listFiles('s-3')).files).toHaveLength(1);

  await removal.purgeDiscarded(now + TRASH_MS + HOUR_MS);
  await expect(blobs.get(own)).rejects.toMatchObject({ code: 'not-found' });
  expect((await blobs.get(both)).toString()).toBe('both');
});

test('a clock that jumps ahead deletes nothing, unless it stays there for an hour', async () => {
  const { store, blobs, workspaces, removal, add } = await setUp(undefined, {});
  const own = await add('s-1', 'own');
  await add('s-2', 'kept');
  const root = await workspaces.open('s-2');
  await workspaces.trash.put('s-2', root, { name: 'data.csv', reason: 'deleted', isAdded: false });
  await removal.discard('s-1');
  const began = Date.now();
  const purge = (hours: number, jumpMs = 0) =>
    removal.purgeDiscarded(began + hours * HOUR_MS + jumpMs, hours * HOUR_MS);
  const listKept = async () => [
    ...(await store.listDiscarded()).map(({ id }) => id),
    ...(await workspaces.trash.list('s-2')).map(({ name }) => name),
  ];

  // It was wrong when the process started, and was put right then.
  await purge(0, 2 * TRASH_MS);
  await purge(0.5, 2 * TRASH_MS);
  await purge(0.9);
  await purge(2);
  await purge(3);
  expect(await listKept()).toEqual(['s-1', 'data.csv']);
  // It jumps while the process runs.
  await purge(3.1, 2 * TRASH_MS);
  await purge(3.9, 2 * TRASH_MS);
  expect(await listKept()).toEqual(['s-1', 'data.csv']);
  expect((await blobs.get(own)).toString()).toBe('own');
  await removal.restore('s-1');
  await removal.discard('s-1');
  await purge(4.2, 2 * TRASH_MS);
  expect(await listKept()).toEqual([]);
});

test('a session that is on its way out cannot be restored any more', async () => {
  const begun = Promise.withResolvers<void>();
  const close = Promise.withResolvers<void>();
  const { store, removal, add } = await setUp(() => {
    begun.resolve();
    return close.promise;
  });
  await add('s-1', 'a');
  await removal.discard('s-1');
  const purge = removal.purgeDiscarded(Date.now() + TRASH_MS + 1000);
  await begun.promise;
  await expect(removal.restore('s-1')).rejects.toMatchObject({
    code: 'not-found',
    message: 'This notebook can no longer be restored.',
  });
  close.resolve();
  await purge;
  expect(await store.listDiscarded()).toEqual([]);
});

test('a session in the trash is deleted for good at once, no other is', async () => {
  const { store, removal, add } = await setUp();
  await add('s-1', 'a');
  await add('s-2', 'b');
  await expect(removal.erase('s-1')).rejects.toMatchObject({ code: 'not-found' });
  await removal.discard('s-1');
  await removal.discard('s-2');
  await removal.erase('s-1');
  expect((await removal.listDiscarded()).map(({ id }) => id)).toEqual(['s-2']);
  expect(await store.read('s-1', 0)).toEqual([]);
});

test('a session that was restored in time stays', async () => {
  const { store, workspaces, removal, add } = await setUp();
  await add('s-1', 'a');
  await removal.discard('s-1');
  await removal.restore('s-1');
  await removal.purgeDiscarded(Date.now() + TRASH_MS + 1000);
  expect(await store.getSession('s-1')).toMatchObject({ title: 's-1' });
  expect((await workspaces.listFiles('s-1')).files).toHaveLength(1);
});

test('who is taken to be deleted for good is not restored, and who was restored is not taken', async () => {
  const { store } = await openStore();
  for (const id of ['s-1', 's-2', 's-3']) await store.createSession(id, [rename(id)]);
  await store.discardSession('s-1');
  await store.discardSession('s-2');
  expect(await store.takeDiscarded(Date.now() - 60_000)).toEqual([]);
  expect(await store.restoreSession('s-2')).toBe(true);
  expect(await store.takeDiscarded(Date.now() + 60_000)).toEqual(['s-1']);
  expect(await store.restoreSession('s-1')).toBe(false);
  expect([await store.getSession('s-1'), (await store.getSession('s-2'))?.title]).toEqual([null, 's-2']);
  // A process that crashed after it had taken it leaves it to the next.
  expect(await store.takeDiscarded(Date.now() + 60_000)).toEqual(['s-1']);
  expect(await store.restoreSession('s-2')).toBe(true);
});

test('contents go with the last session that needs them, not while somebody is about to', async () => {
  const { store, path } = await openStore();
  const other = (await openStore(path)).store;
  const sweep = async (now?: number) => {
    const gone: string[] = [];
    await store.sweepBlobs(async (blob) => void gone.push(blob), now);
    return gone;
  };
  const add = (name: string, digit: string): EventBody => ({
    type: 'file-add',
    name,
    bytes: 1,
    blob: digit.repeat(64),
    origin: 'upload',
  });
  for (const id of ['s-1', 's-2']) await store.createSession(id);
  await store.append('s-1', [add('own.csv', 'a'), add('shared.csv', 'b')]);
  await store.append('s-2', [add('shared.csv', 'b')]);
  expect(await store.hasBlob('s-1', 'a'.repeat(64))).toBe(true);
  expect(await store.hasBlob('s-2', 'a'.repeat(64))).toBe(false);
  await store.deleteSession('s-1');
  expect(await sweep()).toEqual(['a'.repeat(64)]);

  await other.holdBlobs(['b'.repeat(64)]);
  await store.deleteSession('s-2');
  expect(await sweep()).toEqual([]);
  await other.createSession('s-3', [add('again.csv', 'b')]);
  const later = Date.now() + 3_600_000;
  expect(await sweep(later)).toEqual([]);
  await store.deleteSession('s-3');
  expect(await sweep()).toEqual(['b'.repeat(64)]);

  await store.createSession('s-4', [add('late.csv', 'c')]);
  await store.holdBlobs(['c'.repeat(64)]);
  await store.deleteSession('s-4');
  expect([await sweep(), await sweep(later), await sweep(later)]).toEqual([[], ['c'.repeat(64)], []]);
});

test('contents that are stored again while they are removed are there afterwards', async () => {
  const { store, path } = await openStore();
  const other = (await openStore(path)).store;
  const blobs = createFileBlobs(join(dirname(path), 'blobs'), store.holdBlobs);
  const blob = await blobs.put(Buffer.from('same'));
  const file: EventBody = { type: 'file-add', name: 'a.csv', bytes: 4, blob, origin: 'upload' };
  await store.createSession('s-1', [file]);
  await store.deleteSession('s-1');
  let again: Promise<string> | null = null;
  await other.sweepBlobs(async () => {
    throw new Error('the disk failed');
  }, Date.now() + 3_600_000);
  await store.sweepBlobs(async (orphan) => {
    again = blobs.put(Buffer.from('same'));
    await blobs.remove(orphan);
  }, Date.now() + 7_200_000);
  expect(await again).toBe(blob);
  expect((await blobs.get(blob)).toString()).toBe('same');
});
