/** Clusters of three workers on this machine: Dask's from the kernels' packages, Spark's from `SPARK_HOME` or the path. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../lib/config/config.ts';
import { findFreePort } from './find-free-port.ts';

export interface ClusterServer {
  port: number;
  /** Its workers are among its descendants. */
  pid: number;
  stop(): Promise<void>;
}

const python = () => readConfig(process.env).python;

/** Whether the kernels' Python has the client's package. */
export function hasPackage(name: string): boolean {
  return spawnSync(python(), ['-c', `import ${name}`]).status === 0;
}

/** Undefined where no Spark is installed. */
export function findSpark(): string | undefined {
  const { SPARK_HOME } = process.env;
  if (SPARK_HOME) return join(SPARK_HOME, 'bin/spark-submit');
  return spawnSync('which', ['spark-submit']).stdout?.toString().trim() || undefined;
}

const DASK = `
import sys
from distributed import LocalCluster
if __name__ == "__main__":
    cluster = LocalCluster(n_workers=3, threads_per_worker=1, processes=True, memory_limit=f"{sys.argv[1]}MB", host="127.0.0.1", dashboard_address=None)
    print(cluster.scheduler_address, flush=True)
    input()
`;

/** `workerMb`: memory of each worker. */
export async function startDask(workerMb = 700): Promise<ClusterServer> {
  const folder = makeFolder();
  const args = ['-c', DASK, String(workerMb)];
  const child = spawn(python(), args, { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
  const [, port] = await waitFor(child, /tcp:\/\/127\.0\.0\.1:(\d+)/);
  return toServer(child, Number(port), folder);
}

/** A server that asks for the token. */
export async function startSpark(submit: string, token: string, workerMb = 512): Promise<ClusterServer> {
  const folder = makeFolder();
  const port = await findFreePort();
  const settings = {
    'spark.executor.memory': `${workerMb}m`,
    'spark.ui.enabled': 'false',
    'spark.driver.host': '127.0.0.1',
    'spark.driver.bindAddress': '127.0.0.1',
    'spark.connect.grpc.binding.address': '127.0.0.1',
    'spark.connect.grpc.binding.port': String(port),
    'spark.connect.authenticate.token': token,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['--conf', `${name}=${value}`]);
  const main = ['--class', 'org.apache.spark.sql.connect.service.SparkConnectServer', 'spark-internal'];
  const child = spawn(
    submit,
    ['--master', `local-cluster[3,1,${workerMb}]`, '--driver-memory', '700m', ...flags, ...main],
    {
      cwd: folder,
      env: { ...process.env, SPARK_LOCAL_IP: '127.0.0.1' },
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  await waitFor(child, /Spark Connect server started/);
  return toServer(child, port, folder);
}

function waitFor(child: ChildProcess, pattern: RegExp): Promise<RegExpMatchArray> {
  return new Promise((resolve, reject) => {
    let log = '';
    const read = (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-20_000);
      const found = log.match(pattern);
      if (found) resolve(found);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => reject(new Error(`The cluster did not start: ${log}`)));
  });
}

const makeFolder = () => mkdtempSync(join(tmpdir(), 'actbook-cluster-'));

function toServer(child: ChildProcess, port: number, folder: string): ClusterServer {
  const { pid = 0 } = child;
  const stop = async () => {
    const exited = new Promise((resolve) => child.once('exit', resolve));
    if (child.spawnargs.includes(DASK)) child.stdin?.end('\n');
    // Spark's workers are processes of its group.
    else process.kill(-pid, 'SIGTERM');
    await exited;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { port, pid, stop };
}
