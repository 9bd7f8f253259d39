import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout or package root, absolute. */
export const rootDir = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
