/** A server that somebody else runs, and servers that cannot be had. */
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import { createJupyterKernels, type JupyterKernelsOptions } from '../../../lib/kernel/jupyter-kernels.ts';
import { createTestProvider, run } from '../../helpers/kernel/kernel-provider.ts';
import { type StockServer, startStockServer } from '../../helpers/kernel/kernel-server.ts';

async function createProvider(options: Partial<JupyterKernelsOptions>) {
  const { python, rootDir, kernelEnv, sandbox } = readConfig();
  const workspacesDir = await mkdtemp(join(tmpdir(), 'actbook-test-'));
  const provider = createJupyterKernels({
    python,
    rootDir,
    workspacesDir,
    kernelEnv,
    sandbox,
    external: null,
    ...options,
  });
  onTestFinished(async () => {
    await provider.dispose();
    await rm(workspacesDir, { recursive: true });
  });
  return { provider, workspace: workspacesDir };
}

describe('a server that somebody else runs', () => {
  let server: StockServer;

  beforeAll(async () => {
    server = await startStockServer();
  });
  afterAll(() => server.stop());

  it('is used instead of our own, and keeps none of our kernels', async () => {
    const { provider, workspace } = await createProvider({ external: server });
    const kernel = await provider.start({ kernelName: 'python3', workspace });
    expect((await run(kernel, 'import os; print(os.getcwd())')).stdout).toBe(`${workspace}\n`);
    await kernel.restart();
    expect((await run(kernel, 'import os; print(os.getcwd())')).stdout).toBe(`${workspace}\n`);
    expect(await listKernels(server)).toHaveLength(1);
    await provider.dispose();
    expect(await listKernels(server)).toHaveLength(0);
  });

  it('gets a kernel in its own folder when it does not have the workspace', async () => {
    const { provider } = await createProvider({ external: server });
    const kernel = await provider.start({ kernelName: 'python3', workspace: '/no/such/"folder"' });
    expect((await run(kernel, 'import os; print(os.getcwd())')).stdout).toBe(`${server.rootDir}\n`);
  });

  it('interrupts, and starts a dead kernel again', async () => {
    const { provider, workspace } = await createProvider({ external: server });
    const kernel = await provider.start({ kernelName: 'python3', workspace });
    const slept = await run(kernel, 'import time; time.sleep(600)', { timeoutMs: 200 });
    expect(slept.end.status).toBe('timed-out');
    expect((await run(kernel, 'import os; os._exit(1)')).end.status).toBe('kernel-died');
    expect((await run(kernel, 'print(1)')).stdout).toBe('1\n');
  });

  it('is named in the error when it does not accept the token', async () => {
    const { provider, workspace } = await createProvider({ external: { url: server.url, token: 'wrong' } });
    await expect(provider.start({ kernelName: 'python3', workspace })).rejects.toMatchObject({
      code: 'kernel-unavailable',
      message: expect.stringContaining('JUPYTER_TOKEN'),
    });
  });
});

describe('a server that cannot be had', () => {
  it('because nothing answers at its address', async () => {
    const external = { url: 'http://127.0.0.1:9/', token: '' };
    const { provider } = await createProvider({ external });
    await expect(provider.listSpecs()).rejects.toMatchObject({
      code: 'kernel-unavailable',
      message: expect.stringContaining('http://127.0.0.1:9/'),
    });
  });

  it('because there is no Python', async () => {
    const { provider, workspace } = await createProvider({ python: '/no/such/python' });
    await expect(provider.start({ kernelName: 'python3', workspace })).rejects.toMatchObject({
      code: 'kernel-unavailable',
      message: expect.stringContaining('/no/such/python'),
    });
  });

  it('because a package is missing', async () => {
    const bare = await mkdtemp(join(tmpdir(), 'actbook-test-'));
    onTestFinished(() => rm(bare, { recursive: true }));
    await promisify(execFile)(readConfig().python, ['-m', 'venv', '--without-pip', bare]);
    // A box runs as somebody else when we are root.
    await chmod(bare, 0o755);
    const { provider, workspace } = await createProvider({ python: join(bare, 'bin', 'python') });
    await expect(provider.start({ kernelName: 'python3', workspace })).rejects.toMatchObject({
      code: 'kernel-unavailable',
      message: expect.stringMatching(/lacks the package (ipykernel|jupyter_server)/),
    });
  });
});

describe('our own server', () => {
  it('lists its kernels, and says so of one it does not have', async () => {
    const { provider, workspace } = await createProvider({});
    const specs = await provider.listSpecs();
    expect(specs).toContainEqual({
      name: 'python3',
      displayName: 'Python 3 (ipykernel)',
      language: 'python',
    });
    await expect(provider.start({ kernelName: 'none', workspace })).rejects.toMatchObject({
      code: 'kernel-unavailable',
      message: expect.stringContaining('python3'),
    });
  });

  it('starts kernels in workspaces beside its folder and behind links', async () => {
    const test = await createTestProvider({ sandbox: 'off' });
    onTestFinished(() => test.dispose());
    const { workspace: elsewhere } = await createProvider({});
    const link = join(test.workspacesDir, 'a link');
    await symlink(elsewhere, link);
    for (const workspace of [elsewhere, link]) {
      const kernel = await test.provider.start({ kernelName: 'python3', workspace });
      expect((await run(kernel, 'import os; print(os.getcwd())')).stdout).toBe(`${elsewhere}\n`);
    }
  });
});

async function listKernels({ url, token }: StockServer): Promise<unknown> {
  const response = await fetch(`${url}/api/kernels`, { headers: { Authorization: `token ${token}` } });
  return response.json();
}
