import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './find-chromium.mjs';
import { SetupError } from './setup-error.mjs';

const APT = '/usr/bin/apt-get';
const REMEDY =
  'Install Chromium or Chrome (Debian and Ubuntu: `sudo apt install chromium`), or set CHROMIUM to the path of one, and try again.';

/**
 * The browser of the tests: the system's package where that needs no password, else Playwright's download.
 *
 * @type {import('./set-up.mjs').Phase}
 */
export const chromiumPhase = {
  label: 'Installing Chromium for the browser tests',
  diskMegabytes: 400,
  isDone: ({ env }) => findChromium(env) !== undefined,
  checkNeeds({ env }) {
    if (env.CHROMIUM) throw new SetupError(`CHROMIUM names ${env.CHROMIUM}, which does not exist. ${REMEDY}`);
  },
  async perform(workbench) {
    const { env, rootDir, run } = workbench;
    if (process.getuid?.() === 0 && existsSync(APT)) {
      const aptEnv = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } };
      await run(APT, ['-q', 'update'], aptEnv);
      await run(APT, ['-q', 'install', '--yes', '--no-install-recommends', 'chromium'], aptEnv);
    }
    if (findChromium(env)) return;
    await run(process.execPath, [
      join(rootDir, 'node_modules/playwright-core/cli.js'),
      'install',
      'chromium',
    ]);
    if (findChromium(env)) return;
    throw new SetupError(`The browser tests need Chromium, and it could not be installed. ${REMEDY}`);
  },
};
