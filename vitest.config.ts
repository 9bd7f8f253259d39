import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const KINDS = ['test/contract/', 'test/integration/', 'test/e2e/', 'test/unit/'];

/** Seconds by file, of a run with nothing beside it: `npm run test:all`. */
const DURATIONS_S: Record<string, number> = readDurations();

/** What a file is taken to need that has not been measured. */
const UNKNOWN_S = 5;

/**
 * Spreads the kinds over the whole run by how long they take, long files first: a browser needs a processor, most of the
 * others wait for programs to start and end. A project's files stay together, because workers are not shared by projects.
 */
class Mixed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    return projects.flatMap((name) => mixKinds(sorted.filter(({ project }) => project.name === name)));
  }
}

function mixKinds(files: TestSpecification[]): TestSpecification[] {
  const placed = KINDS.flatMap((kind) => {
    const ofKind = files.filter(({ moduleId }) => moduleId.includes(`/${kind}`));
    ofKind.sort((a, b) => durationOf(b) - durationOf(a));
    const totalS = ofKind.reduce((sum, file) => sum + durationOf(file), 0);
    let beforeS = 0;
    return ofKind.map((file) => {
      const place = beforeS / totalS;
      beforeS += durationOf(file);
      return { file, place };
    });
  });
  return placed.sort((a, b) => a.place - b.place).map(({ file }) => file);
}

function durationOf({ moduleId }: TestSpecification): number {
  return DURATIONS_S[relative(import.meta.dirname, moduleId)] ?? UNKNOWN_S;
}

function readDurations(): Record<string, number> {
  const path = join(import.meta.dirname, 'test/durations.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/**
 * Run a second time with boxes that bubblewrap makes, when what boxes are made of has changed. The default is boxes that
 * are forked.
 */
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
  .map((name) => `test/integration/box/box-${name}.test.ts`)
  .concat(['death', 'forks', 'survival'].map((name) => `test/integration/kernel/kernel-${name}.test.ts`));

export default defineConfig({
  test: {
    environment: 'node',
    projects: [
      { extends: true, test: { name: 'all', include: ['test/**/*.test.ts'] } },
      {
        extends: true,
        test: { name: 'bubblewrap', include: OF_BOXES, env: { ACTBOOK_SANDBOX_START: 'bwrap' } },
      },
      // The servers and kernels that it drives are set up by `node bin/setup.mjs --contract`.
      { extends: true, test: { name: 'contract', include: ['test/contract/**/*.contract.ts'] } },
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
