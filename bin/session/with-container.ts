/** Opens the container for one command and closes it however the command ends. */

import type { Container } from '../../lib/app/container.ts';
import { createContainer } from '../../lib/app/create-container.ts';
import { type Config, readConfig } from '../../lib/config/config.ts';

export async function withContainer<T>(
  use: (container: Container) => Promise<T>,
  config: Config = readConfig(),
): Promise<T> {
  const container = await createContainer(config);
  try {
    return await use(container);
  } finally {
    await container.dispose();
  }
}
