/** Kernels on a person's server on a JupyterHub. */
import { expect, it, onTestFinished } from 'vitest';
import { createTestProvider } from '../helpers/kernel/kernel-provider.ts';
import { type Hub, startHub } from './hub.ts';
import { describeKernelContract } from './kernel-contract.ts';
import { PYTHON } from './python.ts';

describeKernelContract('JupyterHub', {
  start: async () => {
    const hub = await startHub();
    await hub.startServer();
    return hub;
  },
  language: PYTHON,
  lacks: { 'unlimited-streams': 'a stock server drops streams over 1 MB a second' },
});

it("says so when the person's server is not running, and finds it when it is", async () => {
  const hub = await startHub();
  onTestFinished(hub.stop);
  await expect(listSpecs(hub)).rejects.toMatchObject({
    code: 'kernel-unavailable',
    message: expect.stringContaining('start it there'),
  });
  await hub.startServer();
  expect(await listSpecs(hub)).toContainEqual(expect.objectContaining({ name: 'python3' }));
  await expect(listSpecs(hub, hub.strangersToken)).rejects.toMatchObject({
    message: expect.stringContaining('JUPYTER_TOKEN'),
  });
});

async function listSpecs({ address }: Hub, token = address.token) {
  const { provider, dispose } = await createTestProvider({ external: { ...address, token } });
  return provider.listSpecs().finally(dispose);
}
