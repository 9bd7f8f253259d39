/** Several processes on one data folder, as commands beside the running app. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createTempDir } from '../../helpers/temp-dir.ts';

/** Longer than processes that follow a session take to look for commits of others, milliseconds. */
const HOLD_MS = 300;

test('processes that follow what they write all write once another one has committed', async () => {
  const path = join(await createTempDir(), 'actbook.db');
  const writers = ['a', 'b', 'c'].map((id) =>
    fork(join(import.meta.dirname, '../../helpers/store/append-followed.ts'), [path, id, '5']),
  );
  const codes = Promise.all(writers.map(async (writer) => (await once(writer, 'exit'))[0]));
  await Promise.all(writers.map((writer) => once(writer, 'message')));

  const other = new DatabaseSync(path, { timeout: 10_000 });
  onTestFinished(() => other.close());
  other.exec('begin immediate');
  for (const writer of writers) writer.send('go');
  await delay(HOLD_MS);
  other.exec("update sessions set title = 'changed'");
  other.exec('commit');

  expect(await codes).toEqual([0, 0, 0]);
  const rows = other.prepare('select id, last_seq from sessions order by id').all();
  expect(rows.map(({ id, last_seq }) => `${id} ${last_seq}`)).toEqual(['a 5', 'b 5', 'c 5']);
});
