/** What was stored is there after a power cut: writes that were not synced are lost, torn, or in another order. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, type TestContext, test } from 'vitest';
import { createSqliteStore } from '../../../lib/store/sqlite/sqlite-store.ts';
import { cutPower, type RecordedWrite, readRecord } from '../../helpers/power/cut-power.ts';
import { createRandom } from '../../helpers/random.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const HELPERS = join(import.meta.dirname, '../../helpers/power');
const CUTS = 150;

async function compile(context: TestContext): Promise<string> {
  const library = join(await createTempDir(), 'record-writes.so');
  const source = join(HELPERS, 'record-writes.c');
  const args = ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl', '-pthread'];
  const isCompiled = process.platform === 'linux' && spawnSync('cc', args, { stdio: 'inherit' }).status === 0;
  if (!isCompiled) context.skip('needs Linux and a C compiler');
  return library;
}

interface Recorded {
  writes: RecordedWrite[];
  /** Codes of what failed. */
  failures: string[];
}

async function record(library: string, dir: string, count: number, failEvery?: number): Promise<Recorded> {
  const log = join(await createTempDir(), 'writes');
  const fault = failEvery === undefined ? {} : { FAIL_EVERY: String(failEvery) };
  const env = { ...process.env, ...fault, LD_PRELOAD: library, RECORD_FOLDER: dir, RECORD_LOG: log };
  const args = [join(HELPERS, 'store-and-say.ts'), dir, String(count)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return { writes: await readRecord(log), failures: stdout.split('\n').filter(Boolean) };
}

/** What was said to be stored before the power was cut. */
function listSaid(writes: readonly RecordedWrite[], path: string): string[] {
  const said = writes.filter((write) => write.kind === 'W' && write.path === path);
  return said.map(({ data }) => data.toString().trim());
}

test('what was stored survives a power cut at any moment', async (context) => {
  const dir = await createTempDir();
  const { writes, failures } = await record(await compile(context), dir, 90);
  expect(failures).toEqual([]);
  const isOfDatabase = ({ path, kind }: RecordedWrite) => path === join(dir, 'actbook.db') && kind === 'W';
  expect(writes.filter(isOfDatabase).length).toBeGreaterThan(100);
  const seed = 1;
  const random = createRandom(seed);
  for (let cut = 0; cut < CUTS; cut++) {
    const before = writes.slice(0, 1 + random.int(writes.length));
    await rm(dir, { recursive: true, force: true });
    for (const [path, content] of cutPower(before, () => random.int(2 ** 30) / 2 ** 30)) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
    }
    const lost = await findLost(dir, listSaid(before, join(dir, 'said')));
    expect(lost, `cut ${cut} of seed ${seed}, after ${before.length} writes`).toEqual([]);
  }
}, 120_000);

test('failures of the disk lose nothing that was stored, and are named', async (context) => {
  const library = await compile(context);
  const seen = new Set<string>();
  // So that each kind of write fails at some time.
  for (const failEvery of [5, 7, 11, 13]) {
    const dir = await createTempDir();
    const { writes, failures } = await record(library, dir, 20, failEvery);
    for (const code of failures) seen.add(code);
    const lost = await findLost(dir, listSaid(writes, join(dir, 'said')));
    expect(lost, `every ${failEvery}th write fails`).toEqual([]);
  }
  expect([...seen]).toEqual(['disk-failed']);
}, 300_000);

/** What was said to be stored and is not there. */
async function findLost(dir: string, said: readonly string[]): Promise<string[]> {
  const path = join(dir, 'actbook.db');
  await mkdir(dir, { recursive: true });
  const store = await createSqliteStore(path, { isTemporary: true });
  const counts = new Map<string, number>();
  for (const { id, lastSeq } of await store.listSessions()) {
    const seqs = (await store.read(id, 0)).map(({ seq }) => seq);
    expect(seqs).toEqual(Array.from({ length: lastSeq }, (_, index) => index + 1));
    counts.set(id, lastSeq);
  }
  await store.dispose();
  const database = new DatabaseSync(path);
  const checks = database.prepare('pragma integrity_check').all();
  database.close();
  expect(checks).toEqual([{ integrity_check: 'ok' }]);
  const isDeleted = (id = '') => said.includes(`deleted ${id}`) || id === 'c';
  const lost: string[] = [];
  for (const line of said.filter((each) => each !== 'ended')) {
    const [kind, name = '', seq] = line.split(' ');
    const isThere =
      kind === 'event'
        ? (counts.get(name) ?? 0) >= Number(seq) || isDeleted(name)
        : kind === 'blob'
          ? await hasBlob(join(dir, 'blobs', name.slice(0, 2), name), name)
          : !counts.has(name);
    if (!isThere) lost.push(line);
  }
  return lost;
}

async function hasBlob(path: string, blob: string): Promise<boolean> {
  const bytes = await readFile(path).catch(() => null);
  return bytes !== null && createHash('sha256').update(bytes).digest('hex') === blob;
}
