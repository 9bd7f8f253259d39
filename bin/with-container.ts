/** Opens the container for one command and closes it however the command ends. */
import { readConfig } from '../lib/config.ts';
import type { Container } from '../lib/container.ts';
import { createContainer } from '../lib/create-container.ts';

export async function withContainer<T>(use: (container: Container) => Promise<T>): Promise<T> {
  const container = await createContainer(readConfig());
  try {
    return await use(container);
  } finally {
    await container.dispose();
  }
}
