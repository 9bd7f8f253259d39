/** Data work as people do it, in a box. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import type { Kernel } from '../../../lib/kernel/kernel.ts';
import { createFileBlobs } from '../../../lib/store/files/file-blobs.ts';
import { run } from '../../helpers/kernel/kernel-provider.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';
import { listOwnProcesses } from '../../helpers/worker-processes.ts';

const { box } = readConfig({ ...process.env });

const test = shareProvider({ sandbox: 'on' });
let kernel: Kernel;

beforeAll(async () => {
  kernel = await test.start('work');
});

const WORK: [name: string, code: string, expected: string][] = [
  [
    'pandas and NumPy',
    `
import numpy as np, pandas as pd
table = pd.DataFrame({"group": list("xy") * 500, "value": np.arange(1000)})
print(table.groupby("group").value.mean().to_dict())
np.linalg.svd(np.random.default_rng(1).random((300, 300)))
table.to_parquet("table.parquet")
table.to_excel("table.xlsx")
print(len(pd.read_parquet("table.parquet")), len(pd.read_excel("table.xlsx")))`,
    "{'x': 499.0, 'y': 500.0}\n1000 1000\n",
  ],
  [
    'processes in a pool',
    `
import multiprocessing
with multiprocessing.get_context("fork").Pool(2) as pool: print(pool.map(abs, [-1, -2]))`,
    '[1, 2]\n',
  ],
  [
    'scikit-learn, without warnings that it cannot count the cores',
    `
import numpy as np
from sklearn.cluster import KMeans
print(sorted(np.bincount(KMeans(2, n_init=5, random_state=0).fit(np.r_[np.zeros((20, 2)), np.ones((10, 2))]).labels_)))`,
    '[np.int64(10), np.int64(20)]\n',
  ],
  [
    'SQLite',
    `
import sqlite3
with sqlite3.connect("data.db") as connection:
    connection.execute("create table if not exists numbers (n)")
    connection.execute("insert into numbers values (42)")
    print(connection.execute("select * from numbers").fetchall())`,
    '[(42,)]\n',
  ],
  [
    'other programs',
    `
import subprocess, sys
print(subprocess.run("echo $((6 * 7)) | tr 4 3", shell=True, capture_output=True, text=True).stdout, end="")
print(subprocess.run(["python", "-c", "import sys; print(sys.prefix)"], capture_output=True, text=True).stdout.strip() == sys.prefix)`,
    '32\nTrue\n',
  ],
  [
    'a server of its own',
    `
import socket
server = socket.create_server(("localhost", 0))
client = socket.create_connection(server.getsockname())
client.sendall(b"hello")
print(server.accept()[0].recv(5))`,
    "b'hello'\n",
  ],
];

describe('in a box', () => {
  it.each(WORK)('%s work', async (_, code, expected) => {
    const { stdout, outputs } = await run(kernel, code);
    expect(stdout, JSON.stringify(outputs)).toBe(expected);
    expect(outputs.filter((output) => output.output_type === 'stream' && output.name === 'stderr')).toEqual(
      [],
    );
  });

  it('plots are drawn', async () => {
    const { outputs } = await run(kernel, 'import matplotlib.pyplot as plt\nplt.plot([1, 3, 2]);');
    expect(outputs.find((output) => 'data' in output && output.data['image/png'])).toBeDefined();
  });

  it('the kernel says that it is in one, before and after a restart', async () => {
    expect(kernel.info.isolation).toBe('box');
    await kernel.restart();
    expect(kernel.info.isolation).toBe('box');
  });

  it('files pass both ways, also those that come while it runs', async () => {
    const workspace = join(test.workspacesDir, 'work');
    const blobs = createFileBlobs(join(test.workspacesDir, 'blobs'));
    await blobs.copyTo(await blobs.put(Buffer.from('given')), join(workspace, 'given.txt'));
    const { stdout } = await run(
      kernel,
      'print(open("given.txt").read())\nopen("given.txt", "a").write("!")\nopen("made.txt", "w").write("made");',
    );
    expect(stdout).toBe('given\n');
    expect(await readFile(join(workspace, 'made.txt'), 'utf8')).toBe('made');
    expect(await readFile(join(workspace, 'given.txt'), 'utf8')).toBe('given!');
    await writeFile(join(workspace, 'made.txt'), 'changed');
    expect((await run(kernel, 'print(open("made.txt").read())')).stdout).toBe('changed\n');
  });

  it('no command line on this machine shows a token', async () => {
    const pids = listOwnProcesses();
    const commands = await Promise.all(
      pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')),
    );
    expect(commands.join('\n')).toContain(box === 'fork' ? 'box_zygote.py' : 'bwrap');
    expect(commands.join('\n')).not.toMatch(/\b[0-9a-f]{48}\b/);
  });
});
