/** Versions of what code has imported, as the modules tell them. */
import { z } from 'zod';
import type { Kernel } from '../kernel/kernel.ts';
import { PackageVersion } from '../protocol/verification/verification.ts';
import { readJson } from './languages/read-expression.ts';

const MAX_PACKAGES = 100;

/** By name, without modules that are not loaded or tell no version. Empty for kernels of other languages. */
export async function readPackageVersions(
  kernel: Kernel,
  modules: readonly string[],
): Promise<PackageVersion[]> {
  if (kernel.info.languageInfo.name !== 'python' || modules.length === 0) return [];
  const names = JSON.stringify(modules.slice(0, MAX_PACKAGES));
  const version = 'getattr(__import__("sys").modules.get(name), "__version__", None)';
  const list = `[{"name": name, "version": version} for name in ${names} for version in [${version}] if type(version) is str]`;
  const json = `__import__("json").dumps(${list}).encode()`;
  const answer = await readJson(kernel, `__import__("base64").b64encode(${json}).decode()`);
  return Array.isArray(answer) ? answer.flatMap((each) => Version.safeParse(each).data ?? []) : [];
}

/** Code may have set it to anything. */
const Version = PackageVersion.extend({ version: z.string().regex(/^[\w.+!-]{1,60}$/) });
