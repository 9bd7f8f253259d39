/** Child process: claims a run's lease and stays until it is killed. */
import { createSqliteStore } from '../../../lib/store/sqlite/sqlite-store.ts';

const [path = '', sessionId = ''] = process.argv.slice(2);
const store = await createSqliteStore(path);
await store.claimLease({ kind: 'run', sessionId });
process.send?.('claimed');
setInterval(() => {}, 1000);
