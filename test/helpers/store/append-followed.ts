/** Child process: follows a session of its own, says `ready`, and at the first message appends to it, one event by one. */
import { once } from 'node:events';
import { createFollowSession } from '../../../lib/runtime/events/follow-sessions.ts';
import { createSqliteStore } from '../../../lib/store/sqlite/sqlite-store.ts';

const [path = '', sessionId = '', count = '0'] = process.argv.slice(2);
const store = await createSqliteStore(path);
await store.createSession(sessionId);

async function follow(): Promise<void> {
  for await (const events of createFollowSession(store)(sessionId, 0, new AbortController().signal)) {
    if (events.at(-1)?.seq === Number(count)) return;
  }
}

async function append(): Promise<void> {
  process.send?.('ready');
  await once(process, 'message');
  for (let index = 0; index < Number(count); index++) {
    await store.append(sessionId, [{ type: 'session-rename', title: String(index) }]);
  }
}

await Promise.all([follow(), append()]);
await store.dispose();
process.disconnect();
