/** What was verified of a session, and whether it still is what the notebook shows. */

import type { Output } from '../notebook/output.ts';
import type { CellLanguage } from '../protocol/cells/cell-language.ts';
import type { PackageVersion, Verification } from '../protocol/verification/verification.ts';
import { readCode } from './cell-code.ts';

export interface Verified {
  readonly verification: Verification;
  /** The notebook had changed before the verification ended. */
  readonly isOutdated: boolean;
  /** The code cells that count, and added files, when it ended. */
  readonly basis: VerifiedBasis;
  /** What the newest kernel of the notebook has of the packages it was verified with; null where that is not known. */
  readonly installed: readonly PackageVersion[] | null;
}

/** ID, code, and outputs of each cell; then name and content of each file, in order; then the packages that were added. */
export type VerifiedBasis = readonly unknown[];

interface VerifiableCell {
  readonly id: string;
  readonly source: string;
  readonly language?: CellLanguage | undefined;
  readonly outputs: readonly Output[];
  readonly type: 'code' | 'markdown';
  readonly author: 'agent' | 'human';
  readonly ranSource: string | null;
}

/** What a verification is of, as a session has it. */
interface Verifiable {
  readonly cells: readonly VerifiableCell[];
  readonly files: readonly { readonly name: string; readonly blob: string }[];
  readonly packages?: { readonly packages: readonly PackageVersion[] };
}

export function toVerifiedBasis({ cells, files, packages }: Verifiable): VerifiedBasis {
  return [
    ...cells.filter(counts).flatMap((cell) => [cell.id, readCode(cell), cell.outputs]),
    ...files.map(({ name, blob }) => `${name}\n${blob}`).toSorted(),
    ...(packages?.packages ?? []).map(({ name, version }) => `${name}==${version}`),
  ];
}

/** A cell without code, and code of a run that never ran it, show nothing that a clean run could repeat. */
function counts({ type, author, source, ranSource, outputs }: VerifiableCell): boolean {
  const isLeft = author === 'agent' && ranSource === null;
  return type === 'code' && (outputs.length > 0 || (source.trim() !== '' && !isLeft));
}

/**
 * Whether a cell, its output, its place, a file, or a package is another one than was verified. A text or a version that is
 * back is not.
 */
export function isVerifiedStale(verified: Verified, session: Verifiable): boolean {
  return isNotebookStale(verified, session) || listOtherPackages(verified).length > 0;
}

/** Whether there is a verification of the notebook as it is. */
export function isVerified(session: Verifiable & { readonly verified: Verified | null }): boolean {
  return session.verified !== null && !isVerifiedStale(session.verified, session);
}

/** The same without packages. */
export function isNotebookStale({ isOutdated, basis }: Verified, session: Verifiable): boolean {
  const now = toVerifiedBasis(session);
  return isOutdated || basis.length !== now.length || basis.some((each, index) => each !== now[index]);
}

/** Packages that it was verified with and that have another version now, or are gone; none where that is not known. */
export function listOtherPackages({ verification, installed }: Verified): PackageVersion[] {
  const isHere = (one: PackageVersion) =>
    installed?.some(({ name, version }) => name === one.name && version === one.version) ?? true;
  return verification.kernel.installed?.filter((one) => !isHere(one)) ?? [];
}
