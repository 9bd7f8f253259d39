import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const KINDS = ['test/integration/', 'test/e2e/', 'test/unit/'];

/**
 * Spreads the kinds over the whole run: a browser needs a processor, most of the others wait for programs to start and
 * end.
 */
class Mixed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placed = KINDS.flatMap((kind) => {
      const ofKind = sorted.filter(({ moduleId }) => moduleId.includes(kind));
      return ofKind.map((file, index) => ({ file, place: index / ofKind.length }));
    });
    return placed.sort((a, b) => a.place - b.place).map(({ file }) => file);
  }
}

/** Run a second time with boxes that bubblewrap makes, as with those that are forked, which is the default. */
const OF_BOXES = [
  'attacks',
  'consent',
  'files',
  'hostile-output',
  'limits',
  'limits-groups',
  'uploads',
  'work',
]
  .map((name) => `test/integration/box-${name}.test.ts`)
  .concat(['death', 'forks', 'survival'].map((name) => `test/integration/kernel-${name}.test.ts`));

export default defineConfig({
  test: {
    environment: 'node',
    projects: [
      { extends: true, test: { name: 'all', include: ['test/**/*.test.ts'] } },
      {
        extends: true,
        test: { name: 'bubblewrap', include: OF_BOXES, env: { ACTBOOK_SANDBOX_START: 'bwrap' } },
      },
    ],
    testTimeout: 240_000,
    hookTimeout: 120_000,
    // More than a small machine has processors, as most tests wait for programs to start and end.
    maxWorkers: 3,
    sequence: { sequencer: Mixed },
    // A worker keeps what it has loaded and started, such as the app and the browser, for its next file.
    isolate: false,
    setupFiles: ['test/helpers/undo-stubs.ts'],
    // Programs that tests start find their code compiled already.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '.setup/compile-cache') },
    // What a person would wait for, on a busy machine too.
    expect: { poll: { timeout: 30_000, interval: 50 } },
  },
});
