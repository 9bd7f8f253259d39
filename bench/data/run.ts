/**
 * One question to 60 million rows of Parquet, joined and grouped: pandas, polars, and DuckDB alone and in a kernel of
 * Actbook's, and Spark and Dask on three workers of this machine, asked from such a kernel.
 * Usage: `node bench/data/run.ts [--rows N] [--worker-mb N] [--write]`. What is not installed is left out, and the table says
 * so: polars, distributed with dask[dataframe], and pyspark-client belong to the kernels' Python, and `SPARK_HOME` or the path
 * has Spark. Exits with 1 when two answers differ. `--write` puts the table into docs/performance.md.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { createContainer } from '../../lib/app/create-container.ts';
import { readConfig } from '../../lib/config/config.ts';
import { listDescendants } from '../../lib/kernel/box/process-tree.ts';
import type { ConnectionInput } from '../../lib/protocol/connections/connection.ts';
import {
  type ClusterServer,
  findSpark,
  hasPackage,
  startDask,
  startSpark,
} from '../../test/helpers/connections/cluster-servers.ts';
import { describeMachine } from '../describe-machine.ts';
import { toNumber } from '../figures.ts';
import { runCell } from '../run-cell.ts';
import { writeSection } from '../write-section.ts';

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '60000000' },
    'worker-mb': { type: 'string', default: '2000' },
    write: { type: 'boolean', default: false },
  },
});

const Answer = z.object({
  seconds: z.number(),
  memoryBytes: z.number(),
  groups: z.number(),
  total: z.number(),
});
type Answer = z.infer<typeof Answer>;

interface Row {
  name: string;
  alone: Answer | string;
  inActbook: Answer | string;
  /** Peak memory of all processes of the cluster. */
  clusterBytes?: number;
}

const HERE = import.meta.dirname;
const SAMPLE_MS = 200;
const TOKEN = 'token-of-the-bench';
const workerMb = Number(flags['worker-mb']);
const startedAt = new Date();
const home = mkdtempSync(join(tmpdir(), 'actbook-bench-data-'));
const config = readConfig({ ...process.env, ACTBOOK_HOME: home, ACTBOOK_VERIFY: 'off' });
const rows: Row[] = [];
try {
  const data = join(home, 'data');
  execFileSync(config.python, [join(HERE, 'make_files.py'), data, flags.rows], { stdio: 'inherit' });
  for (const [name, title] of [
    ['pandas', 'pandas'],
    ['polars', 'polars'],
    ['duckdb', 'DuckDB'],
  ] as const) {
    const isThere = hasPackage(name);
    const alone = isThere ? askAlone(name, data) : 'not installed';
    rows.push({ name: title, alone, inActbook: isThere ? await askKernel(name, data, {}) : 'not installed' });
  }
  const spark = findSpark();
  if (spark && hasPackage('pyspark.sql.connect.proto'))
    rows.push(
      await askCluster('spark', 'Spark, three workers', await startSpark(spark, TOKEN, workerMb), data),
    );
  else rows.push({ name: 'Spark', alone: '', inActbook: 'not installed' });
  if (hasPackage('dask.dataframe, distributed'))
    rows.push(await askCluster('dask', 'Dask, three workers', await startDask(workerMb), data));
  else rows.push({ name: 'Dask', alone: '', inActbook: 'not installed' });
} finally {
  rmSync(home, { recursive: true, force: true });
}
const table = toTable(rows);
process.stdout.write(`${table}\n`);
if (flags.write) await writeSection('data', table);
const answers = rows
  .flatMap(({ alone, inActbook }) => [alone, inActbook])
  .filter((each) => typeof each === 'object');
if (new Set(answers.map(({ groups, total }) => `${groups} ${total}`)).size !== 1) {
  process.stderr.write('The answers differ.\n');
  process.exitCode = 1;
}

function askAlone(name: string, data: string): Answer | string {
  try {
    const printed = execFileSync(config.python, [join(HERE, 'alone.py'), name, data], { encoding: 'utf8' });
    return Answer.parse(JSON.parse(printed.trim().split('\n').at(-1) ?? ''));
  } catch {
    return 'failed';
  }
}

async function askCluster(
  kind: 'spark' | 'dask',
  name: string,
  cluster: ClusterServer,
  data: string,
): Promise<Row> {
  let clusterBytes = 0;
  const timer = setInterval(() => {
    const pids = [cluster.pid, ...listDescendants(cluster.pid)];
    clusterBytes = Math.max(
      clusterBytes,
      pids.reduce((total, pid) => total + readMemory(pid), 0),
    );
  }, SAMPLE_MS);
  const settings = { kind, host: '127.0.0.1', port: cluster.port, allowsWriters: true };
  const secret = kind === 'spark' ? { password: TOKEN, options: { use_ssl: false } } : {};
  try {
    const inActbook = await askKernel(kind, data, { cluster: { ...settings, ...secret } });
    return { name, alone: '', inActbook, clusterBytes };
  } finally {
    clearInterval(timer);
    await cluster.stop();
  }
}

/** Runs in a fresh kernel. The files are in its folder, which clusters on this machine can read too. */
async function askKernel(
  name: string,
  data: string,
  connections: Record<string, ConnectionInput>,
): Promise<Answer | string> {
  writeFileSync(join(home, 'connections.json'), JSON.stringify({ connections }), { mode: 0o600 });
  const container = await createContainer(config, { models: [] });
  try {
    const { runtime } = container;
    const sessionId = await runtime.sessions.create();
    const run = (source: string) => runCell(runtime, sessionId, source);
    await run(readFileSync(join(HERE, 'queries.py'), 'utf8'));
    const folder = join(home, 'workspaces', sessionId, 'data');
    execFileSync('cp', ['-al', data, folder]);
    const [place, cluster] = 'cluster' in connections ? [folder, `, cluster.${name}`] : ['/session/data', ''];
    if (cluster) await run(`cluster.${name}`);
    const cell = await run(`import json, resource, time
began = time.monotonic()
groups, total = ask_${name}("${config.sandbox === 'off' ? folder : place}"${cluster})
seconds, kilobytes = time.monotonic() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps({"seconds": seconds, "memoryBytes": kilobytes * 1024, "groups": groups, "total": total}))`);
    const printed = JSON.stringify(cell?.outputs ?? []).match(/\{\\"seconds.*?\}/)?.[0];
    if (printed) return Answer.parse(JSON.parse(printed.replaceAll('\\"', '"')));
    process.stderr.write(`${name}: ${JSON.stringify(cell?.outputs).slice(0, 2_000)}\n`);
    return 'failed';
  } finally {
    await container.dispose();
  }
}

function readMemory(pid: number): number {
  try {
    const kilobytes = readFileSync(`/proc/${pid}/status`, 'utf8').match(/^VmRSS:\s+(\d+)/m)?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    // The process has ended since it was listed.
    return 0;
  }
}

function toTable(measured: readonly Row[]): string {
  const count = Number(flags.rows).toLocaleString('en-US');
  const seconds = (answer: Answer | string) =>
    typeof answer === 'string' ? answer : toNumber(answer.seconds);
  const gigabytes = (bytes: number) => toNumber(bytes / 1e9);
  const memory = (answer: Answer | string) =>
    typeof answer === 'string' ? '' : gigabytes(answer.memoryBytes);
  return [
    describeMachine(startedAt, `${count} rows`),
    '',
    '| | alone, s | peak, GB | in Actbook, s | peak of the kernel, GB | peak of the cluster, GB |',
    '| --- | --: | --: | --: | --: | --: |',
    ...measured.map(
      ({ name, alone, inActbook, clusterBytes }) =>
        `| ${name} | ${seconds(alone)} | ${memory(alone)} | ${seconds(inActbook)} | ${memory(inActbook)} | ${clusterBytes ? gigabytes(clusterBytes) : ''} |`,
    ),
  ].join('\n');
}
