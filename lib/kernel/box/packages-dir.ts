/** The folder of packages that were added to notebooks, and where boxes have it. */
import { chmod, mkdir } from 'node:fs/promises';

export const PACKAGES_IN_BOX = '/run/packages';

/** Makes it where it is missing. Code in a box, which may be another user's, opens the layer that it is told of. */
export async function makePackagesDir(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o711);
}
