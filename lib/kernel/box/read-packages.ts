import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PythonInstallation } from './describe-python.ts';

/** A text that changes whenever packages of the Python are installed or removed. */
export async function readPackages({ folders }: PythonInstallation): Promise<string> {
  const libraries = await Promise.all(folders.map((folder) => listLibraries(join(folder, 'lib'))));
  const times = libraries.flat().map((folder) =>
    stat(folder).then(
      ({ mtimeMs }) => `${folder} ${mtimeMs}`,
      () => '',
    ),
  );
  return (await Promise.all(times)).filter(Boolean).sort().join('\n');
}

async function listLibraries(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.startsWith('python'))
    .flatMap((name) => ['site-packages', 'dist-packages'].map((packages) => join(folder, name, packages)));
}
