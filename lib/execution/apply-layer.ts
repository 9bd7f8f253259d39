import { z } from 'zod';
import type { Kernel, PackageLayer, PackageLayers } from '../kernel/kernel.ts';
import { LoadedPackage } from '../protocol/kernel/session-packages.ts';
import { AppError } from '../util/app-error.ts';
import { callPython } from './languages/python-package.ts';

const UNSEEN = 'The kernel started before packages could be added. Restart it to use them.';
export const NOT_HERE =
  'Packages can be added to notebooks that run in Actbook’s own Python. Where other kernels run, install them there.';

/**
 * Makes a layer importable in the kernel's present process, in the place of another one. Resolves to the packages whose modules it has
 * imported already in another version. Throws AppError `conflict` in a kernel that can have none.
 */
export async function applyLayer(
  kernel: Kernel,
  layers: PackageLayers | undefined,
  layer: PackageLayer,
): Promise<LoadedPackage[]> {
  const place = layers?.locate(kernel, layer);
  if (!place) throw new AppError('conflict', NOT_HERE);
  const { success, data } = Loaded.safeParse(await callPython(kernel, 'layers.use_layer', { ...place }));
  if (!success) throw new AppError('conflict', UNSEEN);
  return data;
}

const Loaded = z.array(LoadedPackage);
