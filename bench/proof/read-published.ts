/** Notebooks that others have published in packages of Python, with the outputs that they published. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type NotebookFile, toNotebookFile } from '../../lib/notebook/notebook-file.ts';
import { openPeerPython, type PeerPython } from '../peer-python.ts';

const REQUIREMENTS = join(import.meta.dirname, 'published.txt');

/** `path`: in the unpacked packages, beginning with a package's folder. They are downloaded on first use. */
export async function readPublished(path: string): Promise<NotebookFile> {
  return toNotebookFile(JSON.parse(await readFile(join(await openPackages(), path), 'utf8')));
}

async function openPackages(): Promise<string> {
  const python = openPeerPython('bench-proof');
  const version = createHash('sha256')
    .update(await readFile(REQUIREMENTS))
    .digest('hex');
  const packages = join(python.folder, `published-${version.slice(0, 12)}`);
  if (existsSync(packages)) return packages;
  const unpacked = await mkdtemp(`${packages}-`);
  try {
    await unpack(python, unpacked);
    await rename(unpacked, packages);
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
  return packages;
}

async function unpack(python: PeerPython, unpacked: string): Promise<void> {
  const download = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--require-hashes'];
  python.run([...download, '--requirement', REQUIREMENTS, '--dest', unpacked]);
  for (const file of await readdir(unpacked)) {
    const archive = join(unpacked, file);
    // A wheel has no folder of its own.
    const [, wheel] = /^([^-]+-[^-]+)-.*\.whl$/.exec(file) ?? [];
    if (wheel) python.run(['-m', 'zipfile', '-e', archive, join(unpacked, wheel)]);
    else python.run(['-m', 'tarfile', '-e', archive, unpacked]);
    await rm(archive);
  }
}
