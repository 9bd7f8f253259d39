/** Versions of the packages that are installed where a kernel runs, as their metadata states them. */
import { z } from 'zod';
import type { Kernel } from '../kernel/kernel.ts';
import type { PackageVersion } from '../protocol/verification/verification.ts';
import { callPython } from './languages/python-package.ts';

/** More packages than the kernel lists of those that the imported ones require. */
const MAX_PACKAGES = 400;

/**
 * Python, the packages that these modules come from, and what those require. Null where it is not known: in kernels of other
 * languages, and in one that does not answer.
 */
export async function readUsedPackages(
  kernel: Kernel,
  modules: readonly string[],
): Promise<PackageVersion[] | null> {
  return read(kernel, 'packages.read_used', { modules });
}

/** The versions of those of these packages that are installed; null as above. */
export async function readInstalledPackages(
  kernel: Kernel,
  names: readonly string[],
): Promise<PackageVersion[] | null> {
  return read(kernel, 'packages.read_versions', { names });
}

async function read(
  kernel: Kernel,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<PackageVersion[] | null> {
  if (kernel.info.languageInfo.name !== 'python') return null;
  return Packages.safeParse(await callPython(kernel, name, args)).data ?? null;
}

/** Code may have changed what the request runs on: then the answer can be anything. */
const Packages = z
  .array(
    z.object({ name: z.string().regex(/^[\w.-]{1,100}$/), version: z.string().regex(/^[\w.+!-]{1,60}$/) }),
  )
  .max(MAX_PACKAGES);
