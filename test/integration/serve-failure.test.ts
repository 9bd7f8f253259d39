/** An app that cannot start ends: nothing that it has begun keeps its process. */
import { expect, onTestFinished, test } from 'vitest';
import { createContainer } from '../../lib/app/create-container.ts';
import { readConfig } from '../../lib/config/config.ts';
import { serve } from '../../lib/web/serve.ts';
import { createTempDir } from '../helpers/temp-dir.ts';

const countServers = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;

test('without a built page, the server stops listening', async () => {
  const config = readConfig({ ...process.env, ACTBOOK_HOME: await createTempDir(), ACTBOOK_DISCOVER: 'off' });
  const container = await createContainer({ ...config, rootDir: await createTempDir() });
  onTestFinished(() => container.dispose());
  const before = countServers();
  await expect(serve({ container, host: '127.0.0.1', port: 0, dev: false })).rejects.toThrow('build');
  await expect.poll(countServers).toBe(before);
});
