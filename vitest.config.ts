import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What waits longest begins first, so that no worker is left alone with it at the end. */
const KINDS = ['test/integration/', 'test/e2e/', 'test/unit/'];

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const toRank = ({ moduleId }: TestSpecification) => KINDS.findIndex((kind) => moduleId.includes(kind));
    return (await super.sort(files)).sort((a, b) => toRank(a) - toRank(b));
  }
}

export default defineConfig({
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    testTimeout: 240_000,
    hookTimeout: 120_000,
    // More than a small machine has processors, as most tests wait for programs to start and end.
    maxWorkers: 3,
    sequence: { sequencer: SlowestFirst },
    // A worker keeps what it has loaded and started, such as the app and the browser, for its next file.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    // Programs that tests start find their code compiled already.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '.setup/compile-cache') },
    // What a person would wait for, on a busy machine too.
    expect: { poll: { timeout: 30_000, interval: 50 } },
  },
});
