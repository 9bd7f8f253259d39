/** Stores events and contents in a folder, and writes down each that was stored: what it would have answered with 2xx. */
import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { createFileBlobs } from '../../../lib/store/files/file-blobs.ts';
import { createSqliteStore } from '../../../lib/store/sqlite/sqlite-store.ts';
import { isAppError } from '../../../lib/util/app-error.ts';

const [dir = '', count = ''] = process.argv.slice(2);
const said = openSync(join(dir, 'said'), 'w');
const rename = (title: string): EventBody => ({ type: 'session-rename', title });

/** What fails is said by its code on stdout, and not by the program's end. */
async function tryTo(work: () => Promise<string>): Promise<void> {
  try {
    writeSync(said, `${await work()}\n`);
  } catch (error) {
    const code = isAppError(error) ? error.code : String(error);
    process.stdout.write(`${code}\n`);
  }
}

await tryTo(async () => {
  const store = await createSqliteStore(join(dir, 'actbook.db'));
  const blobs = createFileBlobs(join(dir, 'blobs'), store.holdBlobs);
  for (const id of ['a', 'b', 'c']) {
    const start: EventBody = { type: 'session-start', title: id, kernelName: 'python3' };
    await tryTo(async () => {
      await store.createSession(id, [start]);
      return `event ${id} 1`;
    });
  }
  // Enough of them copy the log into the database, and begin it again, several times.
  for (let index = 2; index < Number(count); index++) {
    const id = index % 3 === 0 ? 'a' : 'b';
    const title = `${index} ${'x'.repeat(index % 4 === 0 ? 200_000 : 200)}`;
    await tryTo(async () => `event ${id} ${(await store.append(id, [rename(title)]))[0]?.seq}`);
    if (index % 10 !== 0) continue;
    const bytes = Buffer.from(`${index} `.repeat(5_000));
    await tryTo(async () => `blob ${await blobs.put(bytes)}`);
  }
  await tryTo(async () => {
    await store.deleteSession('c');
    return 'deleted c';
  });
  await store.dispose();
  return 'ended';
});
