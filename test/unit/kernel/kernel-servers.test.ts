import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createKernelServers } from '../../../lib/kernel/pool/kernel-servers.ts';
import type { SurvivingServer } from '../../../lib/kernel/server/survivor.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

test('kernels of another server are not taken for kernels of this one', async () => {
  const dir = await createTempDir();
  const url = 'http://127.0.0.1:9/';
  const servers = createKernelServers({
    python: 'none',
    rootDir: dir,
    workspacesDir: join(dir, 'workspaces'),
    kernelEnv: {},
    external: { url, token: '' },
    sandbox: 'off',
  });
  onTestFinished(() => servers.dispose());
  const { server } = await servers.open({ workspace: dir, kernelName: 'python3', name: 's' });
  const survivor: SurvivingServer = { ...(await server.connect()) };
  const start = { workspace: dir, kernelName: 'python3', name: 's' };
  expect(await servers.adopt(survivor, start)).toBe(server);
  expect(await servers.adopt({ ...survivor, url: 'http://127.0.0.1:10/' }, start)).toBeNull();
});
