/** A process whose app cannot start: there is no built page where it looks. */
import { createContainer } from '../../lib/app/create-container.ts';
import { readConfig } from '../../lib/config/config.ts';
import { serve } from '../../lib/web/serve.ts';

const [, , rootDir = ''] = process.argv;
const container = await createContainer({ ...readConfig(), rootDir });
try {
  await serve({ container, host: '127.0.0.1', port: 0, dev: false });
} catch (error) {
  await container.dispose();
  console.error(error);
  process.exitCode = 1;
}
