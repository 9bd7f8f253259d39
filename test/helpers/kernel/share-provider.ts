/** Kernels for all tests of a file, in one place for the hooks that begin and end them. */
import { afterAll, beforeAll } from 'vitest';
import type { JupyterKernelsOptions } from '../../../lib/kernel/jupyter-kernels.ts';
import { createTestProvider, openSharedProvider, type TestProvider } from './kernel-provider.ts';

/** For all tests of a file or a `describe`; without options, one of {@link openSharedProvider}. */
export function shareProvider(options?: Partial<JupyterKernelsOptions>): TestProvider {
  let test: TestProvider;
  beforeAll(async () => {
    test = await (options ? createTestProvider(options) : openSharedProvider());
  });
  const dispose = () => test.dispose();
  afterAll(dispose);
  return {
    get provider() {
      return test.provider;
    },
    get workspacesDir() {
      return test.workspacesDir;
    },
    start: (name, start) => test.start(name, start),
    dispose,
  };
}
