import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Kernel, KernelProvider } from '../../../lib/kernel/kernel.ts';
import { createSessionLogs } from '../../../lib/runtime/events/session-logs.ts';
import { createSessionFolders } from '../../../lib/runtime/kernels/session-folders.ts';
import { createSessionKernels } from '../../../lib/runtime/kernels/session-kernels.ts';
import { createWorkspaces } from '../../../lib/store/files/workspaces.ts';
import { createSqliteStore } from '../../../lib/store/sqlite/sqlite-store.ts';
import { NO_KERNELS } from '../../helpers/kernel/no-kernels.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

/** Kernels that start when the test says so. */
async function setUp() {
  const dir = await createTempDir();
  const store = await createSqliteStore(join(dir, 'actbook.db'));
  onTestFinished(() => store.dispose());
  await store.createSession('s', [{ type: 'session-start', kernelName: 'python3', title: '' }]);
  const logs = createSessionLogs(store);
  const first = Promise.withResolvers<Kernel>();
  const begun = Promise.withResolvers<void>();
  const starts = [first.promise];
  const provider: KernelProvider = {
    start: () => {
      begun.resolve();
      return starts.shift() ?? Promise.resolve(KERNEL);
    },
    recover: () => Promise.reject(new Error('There is no kernel.')),
    startBeside: NO_KERNELS.startBeside,
    replace: NO_KERNELS.replace,
    forks: NO_KERNELS.forks,
    listSpecs: async () => [],
    listSurvivors: () => [],
    stopStarting: () => {},
    keepWarm: () => {},
    keepWarmApart: () => {},
    dispose: async () => {},
  };
  const workspaces = createWorkspaces(join(dir, 'workspaces'));
  const kernels = createSessionKernels({
    store,
    folders: createSessionFolders({ workspaces, blobs: { copyTo: async () => {} }, logs }),
    kernels: provider,
    workspaces,
    putBlob: async () => '',
    logs,
  });
  return { kernels, first, begun: begun.promise, session: await logs.readSession('s') };
}

const KERNEL: Kernel = {
  id: 'k-2',
  status: 'idle',
  info: {
    name: 'python3',
    displayName: 'Python',
    languageInfo: { name: 'python', version: '3' },
    implementation: 'ipython',
  },
  folder: null,
  execute: () => {
    throw new Error('Nothing runs here.');
  },
  evaluate: async () => null,
  ask: async () => null,
  interrupt: async () => {},
  insist: () => {},
  extend: () => false,
  restart: async () => {},
  dispose: async () => {},
  onStatus: () => () => {},
};

test('an old start that fails does not forget the kernel after it', async () => {
  const { kernels, first, begun, session } = await setUp();
  const old = kernels.lease(session);
  await begun;
  const closed = kernels.close('s', 'The network was turned off.');
  const next = kernels.lease(session);
  // Asked for while the old start hangs.
  await setImmediate();
  first.reject(new Error('The start failed late.'));
  await expect(old).rejects.toThrow('failed late');
  await closed;
  await next;
  expect((await kernels.find('s'))?.id).toBe('k-2');
  await kernels.close('s', null);
});
