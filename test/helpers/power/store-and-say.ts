/** Stores events and contents in a folder, and writes down each that was stored: what it would have answered with 2xx. */
import { createHash } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { createFileBlobs } from '../../../lib/store/files/file-blobs.ts';
import { createSqliteStore } from '../../../lib/store/sqlite/sqlite-store.ts';

const [dir = ''] = process.argv.slice(2);
const said = openSync(join(dir, 'said'), 'w');
const say = (line: string) => writeSync(said, `${line}\n`);
const rename = (title: string): EventBody => ({ type: 'session-rename', title });

const store = await createSqliteStore(join(dir, 'actbook.db'));
const blobs = createFileBlobs(join(dir, 'blobs'), store.holdBlobs);
for (const id of ['a', 'b', 'c']) {
  await store.createSession(id, [{ type: 'session-start', title: id, kernelName: 'python3' }]);
  say(`event ${id} 1`);
}
// Enough for the log to be copied into the database, and begun again, several times.
for (let index = 2; index < 90; index++) {
  const id = index % 3 === 0 ? 'a' : 'b';
  const [event] = await store.append(id, [rename(`${index} ${'x'.repeat(index % 4 === 0 ? 200_000 : 200)}`)]);
  say(`event ${id} ${event?.seq}`);
  if (index % 10 !== 0) continue;
  const bytes = Buffer.from(`${index} `.repeat(5_000));
  await blobs.put(bytes);
  say(`blob ${createHash('sha256').update(bytes).digest('hex')}`);
}
await store.deleteSession('c');
say('deleted c');
await store.dispose();
