/**
 * Clusters of three workers, used from cells of kernels in boxes, which have no network. A test is skipped, with the
 * reason, if something is not installed: the kernels' Python needs `distributed`, `dask[dataframe]`, and `pyspark-client`, and `SPARK_HOME` or the path a Spark with Java.
 */
import { expect, onTestFinished, test } from 'vitest';
import { type Cell, findCell } from '../../../lib/session/session.ts';
import { readStdout } from '../../helpers/agent/agent-session.ts';
import { findSpark, hasPackage, startDask, startSpark } from '../../helpers/connections/cluster-servers.ts';
import { openConnectedNotebook } from '../../helpers/connections/open-notebook.ts';

const TOKEN = 'canary-Token-of-the-cluster';
const MINUTES = 600_000;

const place = (port: number) => ({ host: '127.0.0.1', port, allowsWriters: true });
const errorOf = (cell: Cell) =>
  JSON.stringify(cell.outputs.filter(({ output_type }) => output_type === 'error'));

test('a Dask cluster computes for a cell, shows how far it is, and stops with the cell', {
  timeout: MINUTES,
}, async ({ skip }) => {
  skip(
    !hasPackage('dask.dataframe, distributed'),
    'the kernels’ Python has no distributed with dask[dataframe]',
  );
  const cluster = await startDask();
  onTestFinished(() => cluster.stop());
  const notebook = await openConnectedNotebook({
    sales: { kind: 'dask', ...place(cluster.port) },
    closed: { kind: 'dask', ...place(cluster.port), allowsWriters: false },
    away: { kind: 'dask', ...place(1) },
  });
  expect(errorOf(await notebook.run('closed.dask'))).toContain('runs any code on the cluster');
  expect(errorOf(await notebook.run('away.dask'))).toContain('cannot be reached');
  expect(errorOf(await notebook.run('sales.query("select 1")'))).toContain('use sales.dask');

  const first = await notebook.run(`import socket
try:
    socket.create_connection(("127.0.0.1", ${cluster.port}), 2)
except OSError as error:
    print("no network")
client = sales.dask
print(len(client.scheduler_info()["workers"]), client.submit(sum, [1, 2, 3]).result(), sales.dask is client)`);
  expect([errorOf(first), readStdout(first)]).toEqual(['[]', 'no network\n3 6 True\n']);
  expect(first.calls).toMatchObject([{ name: 'sales.dask', status: 'ok' }]);

  // A frame that is shown or named is not computed.
  const shown = await notebook.run(`import dask.dataframe as dd, pandas as pd
frame = dd.from_pandas(pd.DataFrame({"k": ["a", "b"] * 500, "x": range(1000)}), npartitions=6)
frame`);
  expect(errorOf(shown)).toBe('[]');
  const counted =
    await notebook.run(`print(client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)))
print(frame.groupby("k").x.sum().compute().to_dict())`);
  expect(readStdout(counted)).toBe("0\n{'a': 249500, 'b': 250000}\n");

  const cellId = await notebook.start(`import time
def slow(i):
    time.sleep(2)
    return i
futures = client.map(slow, range(60))
client.gather(futures)`);
  await notebook.until((session) =>
    JSON.stringify(findCell(session, cellId)?.outputs ?? []).includes('of 60 tasks'),
  );
  await notebook.container.runtime.kernels.control(notebook.sessionId, { action: 'interrupt' });
  const ended = await notebook.until((session) => findCell(session, cellId)?.endedAt !== null);
  expect(findCell(ended, cellId)?.status).toBe('interrupted');
  const left = await notebook.run(`print([future.status for future in futures].count("cancelled") > 40)
time.sleep(3)
print(client.run_on_scheduler(lambda dask_scheduler: sum(len(each.processing) for each in dask_scheduler.workers.values())))`);
  expect(readStdout(left)).toBe('True\n0\n');
});

test('a Spark cluster computes for a cell, which never has its token, and stops with it', {
  timeout: MINUTES,
}, async ({ skip }) => {
  const spark = findSpark();
  skip(spark === undefined, 'no Spark: neither SPARK_HOME nor spark-submit on the path');
  skip(!hasPackage('pyspark.sql.connect.proto'), 'the kernels’ Python has no pyspark-client');
  const cluster = await startSpark(String(spark), TOKEN);
  onTestFinished(() => cluster.stop());
  const settings = { kind: 'spark', ...place(cluster.port), options: { use_ssl: false } } as const;
  const notebook = await openConnectedNotebook({ sales: { ...settings, password: TOKEN }, bare: settings });
  expect(errorOf(await notebook.run('bare.spark'))).toContain('No authentication token provided');

  const first =
    await notebook.run(`frame = sales.spark.range(0, 1000000, 1, 12).selectExpr("id", "id % 3 as k")
print(frame.groupBy("k").count().orderBy("k").toPandas()["count"].tolist(), sales.spark is sales.spark)
import os, gc
print("${TOKEN.slice(0, 10)}" + "${TOKEN.slice(10)}" in repr(os.environ))
frame`);
  expect([errorOf(first), readStdout(first)]).toEqual(['[]', '[333334, 333333, 333333] True\nFalse\n']);
  expect(JSON.stringify(first.outputs)).toContain('DataFrame[id: bigint, k: bigint]');
  expect(first.calls).toMatchObject([{ name: 'sales.spark', status: 'ok' }]);

  const cellId = await notebook.start(
    'sales.spark.range(0, 300000000000, 1, 300).selectExpr("sum(sqrt(id) * sin(id))").collect()',
  );
  await notebook.until((session) =>
    /sales\.spark: \d+ of \d+ tasks/.test(JSON.stringify(findCell(session, cellId)?.outputs ?? [])),
  );
  await notebook.container.runtime.kernels.control(notebook.sessionId, { action: 'interrupt' });
  const ended = await notebook.until((session) => findCell(session, cellId)?.endedAt !== null);
  expect(findCell(ended, cellId)?.status).toBe('interrupted');
  // The three workers are free again: this would wait for hours else.
  const after = await notebook.run('print(sales.spark.range(10).count())');
  expect(readStdout(after)).toBe('10\n');
});
