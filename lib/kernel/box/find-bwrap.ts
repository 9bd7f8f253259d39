import { existsSync } from 'node:fs';

/** The system's own places: the search path of whoever starts Actbook has no say. */
const PLACES = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/run/current-system/sw/bin/bwrap'];

/** Path of the `bwrap` program, or null. */
export function findBwrap(): string | null {
  return PLACES.find((path) => existsSync(path)) ?? null;
}
