import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    testTimeout: 240_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // What a person would wait for, on a busy machine too.
    expect: { poll: { timeout: 30_000, interval: 50 } },
  },
});
