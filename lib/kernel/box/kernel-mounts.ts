/** What a box must have of the user's own kernels: their specifications and programs, read-only. */
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { listPersonKernels } from '../server/installed-kernels.ts';

export interface KernelMounts {
  /** Folders and files that the box has under `target`. */
  mounts: { source: string; target: string }[];
  /** Variables that tell programs in the box where they are. */
  env: Record<string, string>;
}

/** The `JUPYTER_PATH` of a box. */
const KERNELS_IN_BOX = '/run/kernels';
/** As R itself expands it. */
const R_LIBRARY = '%p-library/%v';

/** `env` is the user's. A program that stands alone is mounted alone; never a whole home. */
export function findKernelMounts(env: Record<string, string>): KernelMounts {
  const kernels = listPersonKernels(env);
  if (kernels.length === 0) return { mounts: [], env: {} };
  const specs = kernels.map(({ name, folder }) => ({
    source: realpathSync(folder),
    target: `${KERNELS_IN_BOX}/kernels/${name}`,
  }));
  const libraries = listRLibraries(env.HOME);
  return {
    mounts: [...specs, ...kernels.flatMap(({ program }) => findProgram(program, env.HOME)), ...libraries],
    env: {
      JUPYTER_PATH: KERNELS_IN_BOX,
      ...(libraries.length > 0 ? { R_LIBS_USER: join(env.HOME ?? '', 'R', R_LIBRARY) } : {}),
    },
  };
}

function findProgram(program: string, home = '/'): KernelMounts['mounts'] {
  const isHere = isAbsolute(program) && statSync(program, { throwIfNoEntry: false })?.isFile();
  if (!isHere || program.startsWith('/usr/')) return [];
  const source = realpathSync(program);
  const found = findInstallation(source);
  const installation = found !== null && home.startsWith(found) ? null : found;
  const folders = installation === null ? [] : [{ source: installation, target: installation }];
  const isInside = installation !== null && program.startsWith(`${installation}/`);
  return isInside ? folders : [...folders, { source, target: program }];
}

/** The folder of a program that is nothing alone: an environment of Conda's, or R's own folder. */
function findInstallation(program: string): string | null {
  for (let folder = dirname(program); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'conda-meta'))) return folder;
    if (existsSync(join(folder, 'library', 'base', 'DESCRIPTION')) && folder.endsWith('/R')) return folder;
  }
  return null;
}

/** Packages that the user installed into R, without what else they keep beside. */
function listRLibraries(home = ''): KernelMounts['mounts'] {
  const folder = join(home, 'R');
  const names = home !== '' && existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => name.endsWith('-library'))
    .map((name) => ({ source: realpathSync(join(folder, name)), target: join(folder, name) }));
}
