/**
 * Kernels as their specifications on disk tell. Source of the folders:
 * https://jupyter.readthedocs.io/en/latest/use/jupyter-directories.html
 */
import { readdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import type { KernelSpecSummary } from '../wire/jupyter-api.ts';

export interface InstalledKernel extends KernelSpecSummary {
  /** Folder of its `kernel.json`. */
  folder: string;
  /** The program that it is started with, as its specification names it. */
  program: string;
}

const Spec = z.object({
  argv: z.tuple([z.string()], z.string()),
  display_name: z.string().nullish(),
  language: z.string().nullish(),
});

/** The kernel of our own environment, whose place no other takes on a server of ours. */
export const OWN_KERNEL: KernelSpecSummary = {
  name: 'python3',
  displayName: 'Python 3 (ipykernel)',
  language: 'python',
};
const SYSTEM_FOLDERS = ['/usr/local/share/jupyter', '/usr/share/jupyter'];

/**
 * Those the user installed for themselves, as `deno jupyter --install` and `IRkernel::installspec()` do: in
 * `JUPYTER_PATH` and the data folder of the user's environment. What cannot be read is left out.
 */
export function listPersonKernels({ JUPYTER_PATH = '', HOME }: Record<string, string>): InstalledKernel[] {
  const own = HOME === undefined ? [] : [join(HOME, '.local', 'share', 'jupyter')];
  return readKernels([...JUPYTER_PATH.split(delimiter).filter(Boolean), ...own]);
}

/** What a box offers: the user's kernels, those of the environment of `python`, and the system's. */
export function listBoxKernels(env: Record<string, string>, python: string): KernelSpecSummary[] {
  const environment = isAbsolute(python) ? [join(dirname(dirname(python)), 'share', 'jupyter')] : [];
  const others = [...listPersonKernels(env), ...readKernels([...environment, ...SYSTEM_FOLDERS])];
  const kernels = [
    OWN_KERNEL,
    ...others.map(({ name, displayName, language }) => ({ name, displayName, language })),
  ];
  return [...new Map(kernels.toReversed().map((kernel) => [kernel.name, kernel])).values()].toReversed();
}

function readKernels(folders: readonly string[]): InstalledKernel[] {
  const kernels = new Map<string, InstalledKernel>();
  for (const path of folders) {
    for (const name of listFolder(join(path, 'kernels'))) {
      const kernel = readKernel(join(path, 'kernels', name), name);
      if (kernel && name !== OWN_KERNEL.name && !kernels.has(name)) kernels.set(name, kernel);
    }
  }
  return [...kernels.values()];
}

function listFolder(path: string): string[] {
  try {
    return readdirSync(path).sort();
  } catch {
    return [];
  }
}

function readKernel(folder: string, name: string): InstalledKernel | null {
  try {
    const spec = Spec.parse(JSON.parse(readFileSync(join(folder, 'kernel.json'), 'utf8')));
    const words = { displayName: spec.display_name || name, language: spec.language ?? '' };
    return { name, folder, program: spec.argv[0], ...words };
  } catch {
    return null;
  }
}
