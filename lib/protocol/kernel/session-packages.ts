/** Packages that a session has besides those that all kernels have. */
import { z } from 'zod';
import { PackageVersion } from '../verification/verification.ts';

const VERSION = String.raw`\s*(?:===?|~=|!=|<=?|>=?)\s*[\w.*+!-]+`;
/** A name with extras and versions: no addresses and no paths, which may hold passwords, and no options of an installer. */
const REQUIREMENT = new RegExp(
  String.raw`^[A-Za-z0-9][\w.-]*(?:\[[\w.,\s-]*\])?(?:${VERSION}(?:\s*,${VERSION})*)?$`,
);

/** Why it cannot be asked for, as a sentence; null if it can. Addresses are not repeated: they may hold passwords. */
export function findRequirementFault(text: string): string | null {
  if (REQUIREMENT.test(text)) return null;
  const isQuoted = !/[@:/\\]/.test(text);
  const subject = isQuoted
    ? `“${text}” is not the name of a package.`
    : 'An address or a path cannot be added.';
  return `${subject} Write the name of a package, with a version if you want a certain one: lifelines==0.30.0.`;
}

export const PackageChange = z.object({
  /** As pip takes them: `lifelines`, `lifelines>=0.30`. Those with a {@link findRequirementFault} are refused. */
  add: z.array(z.string().trim().max(200)).max(50).default([]),
  /** Names of packages that were added. */
  remove: z.array(z.string().max(200)).max(50).default([]),
  /** Whether packages that all kernels have stay as they are where an added one asks for another version of them. */
  keepsBase: z.boolean().default(false),
});
export type PackageChange = z.input<typeof PackageChange>;

export const SessionPackages = z.object({
  /** What was asked for. */
  wanted: z.array(z.string()),
  /** Exact versions of that, and of what it requires. Those that all kernels have are not among them. */
  packages: z.array(PackageVersion),
  /** What was asked for asks in vain for other versions of packages that all kernels have. */
  keepsBase: z.literal(true).optional(),
});
export type SessionPackages = z.infer<typeof SessionPackages>;

/** As {@link SessionPackages} in a notebook file, which anyone may have written: names with versions, and nothing else. */
export const ListedPackages = SessionPackages.shape.packages
  .max(500)
  .refine((packages) => packages.every(({ name, version }) => REQUIREMENT.test(`${name}==${version}`)));

/** A package whose module the kernel had imported before, in another version. */
export const LoadedPackage = PackageVersion.extend({ loaded: z.string() });
export type LoadedPackage = z.infer<typeof LoadedPackage>;

export const PackagesReply = SessionPackages.extend({
  /** Restart the kernel to use the versions that were added. */
  loaded: z.array(LoadedPackage),
});
export type PackagesReply = z.infer<typeof PackagesReply>;

/** Packages that all kernels have and that are in the way. `canKeep`: the wanted ones can be had without what they ask of these. */
export const BaseConflict = z.object({ base: z.array(PackageVersion), canKeep: z.boolean() });
export type BaseConflict = z.infer<typeof BaseConflict>;
