import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

/**
 * @typedef {object} FailedTest
 * @property {string} project of vitest.config.ts
 * @property {string} file relative to the root
 * @property {string | null} name with its groups, as `-t` matches it; null when the file failed outside of its tests
 *
 * @typedef {object} RunRecord
 * @property {number} passed tests
 * @property {FailedTest[]} failed
 * @property {number} strayErrors errors outside of any file
 * @property {Record<string, number>} seconds by file
 */

/** A Vitest reporter that writes a {@link RunRecord} to the file that `ACTBOOK_TEST_RECORD` names. */
export default class RecordRun {
  /** @param {import('vitest/node').Vitest} vitest */
  onInit(vitest) {
    this.rootDir = vitest.config.root;
  }

  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly unknown[]} strayErrors
   */
  onTestRunEnd(modules, strayErrors) {
    const path = process.env.ACTBOOK_TEST_RECORD;
    if (!path) return;
    /** @type {RunRecord} */
    const record = { passed: 0, failed: [], strayErrors: strayErrors.filter(isOfNoFile).length, seconds: {} };
    for (const module of modules) {
      const file = relative(this.rootDir, module.moduleId);
      const project = module.project.name;
      const failedBefore = record.failed.length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') record.passed += 1;
        if (state === 'failed') record.failed.push({ project, file, name: test.fullName });
      }
      const isExplained = record.failed.length > failedBefore;
      // One whose worker ended is still waiting.
      const hasEnded = module.ok() && module.state() !== 'pending' && module.state() !== 'queued';
      if (!hasEnded && !isExplained) record.failed.push({ project, file, name: null });
      record.seconds[file] = (record.seconds[file] ?? 0) + module.diagnostic().duration / 1_000;
    }
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(record));
  }
}

/** A worker that ended has left a file that has not ended. */
const isOfNoFile = (error) =>
  !/^Worker exited unexpectedly .* while running test file/.test(readCause(error));

const readCause = ({ cause, message = '' }) => (cause ? readCause(cause) : message);
