/**
 * Measures how long it takes to read 2 million rows from PostgreSQL into a pandas DataFrame: through a connection in a boxed
 * kernel, and with ADBC and ConnectorX alone, in alternating rounds. Usage: `node bench/connections/run.ts [--rows N] [--rounds N] [--write]`;
 * `--write` puts the table into docs/performance.md. It starts a PostgreSQL of its own, from the packages of
 * `kernels/requirements-dev.txt` or from Debian's.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { createContainer } from '../../lib/app/create-container.ts';
import { readConfig } from '../../lib/config/config.ts';
import { attempt } from '../../lib/util/attempt.ts';
import { startPostgres } from '../../test/helpers/connections/postgres-server.ts';
import { describeMachine } from '../describe-machine.ts';
import { median, toNumber } from '../figures.ts';
import { openPeerPython } from '../peer-python.ts';
import { runCell } from '../run-cell.ts';
import { writeSection } from '../write-section.ts';

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '2000000' },
    rounds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
  },
});
const MEGABYTE = 1e6;
const PASSWORD = 'reads-only-here';
const SQL = 'select * from sales';

interface Round {
  seconds: number;
  peakBytes: number;
}
const Peer = z.object({ seconds: z.number(), rows: z.number(), peakBytes: z.number() });

const startedAt = new Date();
const server = await startPostgres();
const home = mkdtempSync(join(tmpdir(), 'actbook-bench-'));
try {
  server.run(
    `create table sales as select g as id, g % 1000 as customer, (g % 97) * 1.25::float8 as amount, 'region ' || (g % 12) as region,
     timestamp '2026-01-01' + g * interval '1 second' as sold_at from generate_series(1, ${Number(flags.rows)}) g`,
  );
  server.run(`create role reader login password '${PASSWORD}'`);
  server.run('grant select on sales to reader');
  server.run('vacuum analyze sales');
  await measure();
} finally {
  await server.stop();
  rmSync(home, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const { interpreter } = openPeerPython('bench-connections', join(import.meta.dirname, 'requirements.txt'));
  const uri = `postgresql://reader:${PASSWORD}@127.0.0.1:${server.port}/postgres`;
  const readAlone = (tool: string): Round => {
    const args = [join(import.meta.dirname, 'read-rows.py'), tool, uri, SQL];
    return Peer.parse(JSON.parse(execFileSync(interpreter, args).toString()));
  };
  const place = { host: '127.0.0.1', port: server.port, database: 'postgres', user: 'reader' };
  const config = readConfig({ ...process.env, ACTBOOK_HOME: home, ACTBOOK_VERIFY: 'off' });
  const container = await createContainer(config, {
    connections: { shop: { kind: 'postgresql', ...place, password: PASSWORD } },
  });
  const { runtime } = container;
  const sessionId = await runtime.sessions.create();
  const run = async (source: string) => {
    const output = (await runCell(runtime, sessionId, source))?.outputs[0];
    if (output?.output_type !== 'stream') throw new Error(`The cell failed: ${JSON.stringify(output)}`);
    return JSON.parse(String(output.text));
  };
  try {
    // The program that queries databases starts with the first query.
    await run('import json, time, pandas; print(len(shop.query("select 1 as one")))');
    const appBytes = process.memoryUsage().rss;
    const ours = `start = time.perf_counter(); frame = shop.query(${JSON.stringify(SQL)}); print(json.dumps([time.perf_counter() - start, len(frame)])); del frame`;
    const rounds = new Map<string, Round[]>();
    for (let round = 0; round < Number(flags.rounds); round++) {
      const [seconds, rows] = z.tuple([z.number(), z.number()]).parse(await run(ours));
      if (rows !== Number(flags.rows)) throw new Error(`There are ${rows} rows.`);
      add(rounds, 'Actbook, in a sandbox', { seconds, peakBytes: readHostPeak() });
      add(rounds, 'ADBC alone', readAlone('adbc'));
      add(rounds, 'ConnectorX alone', readAlone('connectorx'));
    }
    await report(rounds, process.memoryUsage().rss - appBytes);
  } finally {
    await container.dispose();
  }
}

function add(rounds: Map<string, Round[]>, name: string, round: Round): void {
  rounds.set(name, [...(rounds.get(name) ?? []), round]);
}

/** Peak memory of the program that queries databases, in bytes. */
function readHostPeak(): number {
  const children = readdirSync('/proc').filter((pid) => isHost(pid));
  const [status = ''] = children.map(
    (pid) => attempt(() => readFileSync(`/proc/${pid}/status`, 'utf8')) ?? '',
  );
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) * 1024;
}

function isHost(pid: string): boolean {
  const command = /^\d+$/.test(pid)
    ? (attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? '')
    : '';
  const parent = attempt(() => readFileSync(`/proc/${pid}/status`, 'utf8')) ?? '';
  return /connections/.test(command) && parent.includes(`PPid:\t${process.pid}\n`);
}

async function report(rounds: Map<string, Round[]>, appGrowthBytes: number): Promise<void> {
  const adbc = median((rounds.get('ADBC alone') ?? []).map(({ seconds }) => seconds));
  const rows = [...rounds].map(([name, list]) => {
    const seconds = median(list.map((each) => each.seconds));
    const peak = Math.max(...list.map(({ peakBytes }) => peakBytes)) / MEGABYTE;
    return `| ${name} | ${toNumber(seconds)} | ${toNumber(seconds / adbc)} | ${toNumber(peak)} |`;
  });
  const text = [
    `${Number(flags.rows).toLocaleString('en')} rows of five columns from PostgreSQL into pandas, median of ${flags.rounds} rounds. Memory is the peak of the process that reads; for Actbook, of the program on the host, while the kernel holds the frame. The app itself grew by ${toNumber(appGrowthBytes / MEGABYTE)} MB.`,
    '',
    '| | Seconds | Times ADBC | Memory, MB |',
    '| --- | --: | --: | --: |',
    ...rows,
    '',
    describeMachine(startedAt, 'measured'),
  ].join('\n');
  console.log(text);
  if (flags.write) await writeSection('connections', text);
}
