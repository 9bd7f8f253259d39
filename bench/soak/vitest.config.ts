import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { environment: 'node', include: ['bench/soak/*.test.ts'], testTimeout: 2 * 60 * 60_000 },
});
