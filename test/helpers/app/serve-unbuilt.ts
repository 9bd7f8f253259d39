/** Starts the app in a root folder without a build, so that startup fails. */
import { createContainer } from '../../../lib/app/create-container.ts';
import { readConfig } from '../../../lib/config/config.ts';
import { serve } from '../../../lib/web/serve.ts';

const [, , rootDir = ''] = process.argv;
const container = await createContainer({ ...readConfig(), rootDir });
try {
  await serve({ container, host: '127.0.0.1', port: 0, dev: false });
} catch (error) {
  await container.dispose();
  console.error(error);
  process.exitCode = 1;
}
