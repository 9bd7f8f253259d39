/** Kernels of other languages. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../helpers/bin/cli.ts';
import { createTestProvider } from '../helpers/kernel/kernel-provider.ts';
import { createTempDir } from '../helpers/temp-dir.ts';
import { DENO } from './deno.ts';
import { startJupyterServer } from './jupyter-servers.ts';
import { describeKernelContract } from './kernel-contract.ts';
import type { Peer } from './peer.ts';
import { R } from './r.ts';

const lacks = { 'unlimited-streams': 'a stock server drops streams over 1 MB a second' };

const start = () => startJupyterServer({ environment: 'server-2' });
describeKernelContract('Jupyter Server 2', { start, language: R, lacks });
describeKernelContract('Jupyter Server 2', { start, language: DENO });

describe('a server with kernels of other languages', () => {
  let peer: Peer;
  beforeAll(async () => {
    peer = await startJupyterServer({ environment: 'server-2' });
  });
  afterAll(() => peer.stop());

  const on = async () => ({
    home: await createTempDir(),
    env: { JUPYTER_SERVER_URL: `${peer.address.url}/lab?token=${peer.address.token}` },
  });

  it('lists kernels that have no name for people', async () => {
    const { provider, dispose } = await createTestProvider({ external: peer.address });
    const nameless = { name: 'nameless', displayName: 'nameless', language: '' };
    expect(await provider.listSpecs().finally(dispose)).toContainEqual(nameless);
  });

  it('says which kernels there are', async () => {
    const { code, stderr } = await runCli(['run', 'How many rows?', '--kernel', 'cobol'], await on());
    expect(code).toBe(2);
    expect(stderr).toMatch(/There is no kernel “cobol”. Installed: .*\bir\b/);
  });

  it('says that the analyst writes Python only', async () => {
    const { code, stderr } = await runCli(['run', 'How many rows?', '--kernel', 'ir'], await on());
    expect(code).toBe(1);
    expect(stderr).toContain('The built-in analyst (no language model) writes Python only');
    expect(stderr).toContain('runs R');
  });

  it('executes notebooks in R', async () => {
    const options = await on();
    const path = join(options.home, 'r.ipynb');
    const cell = { cell_type: 'code', id: 'a', source: 'cat(6 * 7)', metadata: {}, outputs: [] };
    const metadata = { kernelspec: { name: 'ir', display_name: 'R' } };
    await writeFile(
      path,
      JSON.stringify({
        nbformat: 4,
        nbformat_minor: 5,
        metadata,
        cells: [{ ...cell, execution_count: null }],
      }),
    );
    const { code, stderr } = await runCli(['exec', path], options);
    expect(code, stderr).toBe(0);
    expect(await readFile(path, 'utf8')).toContain('42');
  });
});
