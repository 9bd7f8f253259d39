/** Where the connections are kept, and the environment variables with their secrets. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../util/attempt.ts';

export interface ConnectionConfig {
  /** `connections.json` in the home. */
  path: string;
  /** The value of an environment variable as it was at the start; undefined where it is not set, or is a secret of ours. */
  readVariable: (name: string) => string | undefined;
  /** Variables that the file names. */
  variables: readonly string[];
}

/** `withheld`: variables that no connection gets. A file that cannot be read names none here; who reads it whole says why. */
export function readConnectionConfig(
  env: NodeJS.ProcessEnv,
  homeDir: string,
  withheld: readonly string[],
): ConnectionConfig {
  const path = join(homeDir, 'connections.json');
  const values = new Map(Object.entries(env));
  for (const name of withheld) values.delete(name);
  const names = findVariables(attempt(() => JSON.parse(readFileSync(path, 'utf8'))));
  return {
    path,
    readVariable: (name) => values.get(name) || undefined,
    variables: names.filter((name) => !withheld.includes(name)),
  };
}

/** The names in all `{"env": NAME}`. */
function findVariables(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'env' in value && typeof value.env === 'string' ? [value.env] : [];
  return [...own, ...Object.values(value).flatMap(findVariables)];
}
