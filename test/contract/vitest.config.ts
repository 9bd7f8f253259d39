import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** `npm run test:contract`: the servers and kernels it drives are set up by `node bin/setup.mjs --contract`. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['test/contract/**/*.contract.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 3,
    isolate: false,
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '../../.setup/compile-cache') },
  },
});
