/** The program that asks databases: what its messages hide. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import { createConnectionHost } from '../../../lib/connections/connection-host.ts';
import { runPython } from '../../helpers/python.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const SECRET = 'canary-Pw8-of-nobody';

test('a message hides a secret, but not one that the SQL itself has, because that would confirm a guess', async () => {
  const folder = await createTempDir();
  const path = join(folder, 'shop.duckdb');
  await runPython(['-c', `import duckdb; duckdb.connect(${JSON.stringify(path)}).close()`], folder);
  const { python, rootDir } = readConfig();
  const host = createConnectionHost({ rootDir, python, env: process.env, onLog: () => {} });
  onTestFinished(() => host.dispose());
  const ask = (sql: string, kind = 'duckdb') =>
    host.ask(
      {
        op: 'query',
        connection: { name: 'shop', kind, path },
        more: { sql, folder, file: 'x.arrow', maxRows: 10, maxBytes: 1000, timeoutMs: 60_000 },
        secrets: [SECRET],
      },
      new AbortController().signal,
    );
  const guess = 'canary-Pw9-of-nobody';
  await expect(ask(`select '${guess}'::int`)).rejects.toThrow(guess);
  await expect(ask(`select '${SECRET}'::int`)).rejects.toThrow(SECRET);
  await expect(ask('select 1', SECRET)).rejects.toThrow('of the kind [hidden]');
});
