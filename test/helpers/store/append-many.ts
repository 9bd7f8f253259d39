/** Child process: appends many events one by one. */
import { createSqliteStore } from '../../../lib/store/sqlite/sqlite-store.ts';

const [path = '', sessionId = '', name = '', count = '0'] = process.argv.slice(2);
const store = await createSqliteStore(path);
for (let index = 0; index < Number(count); index++) {
  await store.append(sessionId, [{ type: 'session-rename', title: `${name}${index}` }]);
}
await store.dispose();
