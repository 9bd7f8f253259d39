/** Words about what a verification has found, cell by cell. */
import type { CellVerification } from '../../../lib/protocol/verification/verification.ts';
import { VERDICT_WORDS } from '../../../lib/protocol/verification/verification-words.ts';
import { listOtherPackages, type Verified } from '../../../lib/session/verified.ts';

/** Listed at most. */
const MAX_PACKAGES = 5;

export const REPORT_TEXTS = {
  heading: 'Verification',
  about: 'Runs all code in a new kernel, with the files that you added, and compares the outputs.',
  start: 'Verify from a clean start',
  again: 'Verify again',
  staleNote: 'A cell or a file has changed since.',
  packagesUnknown: 'Whether packages have changed since is not known.',
  goTo: (cell: number) => `Go to cell ${cell}`,
} as const;

/** `Packages have changed since: pandas 3.0.1, now 3.1.0.` Empty where none has. */
export function describeOtherPackages(verified: Verified): string {
  const others = listOtherPackages(verified);
  if (others.length === 0) return '';
  const listed = others.slice(0, MAX_PACKAGES).map(({ name, version }) => {
    const now = verified.installed?.find((each) => each.name === name)?.version;
    return `${name} ${version}, now ${now ?? 'not installed'}`;
  });
  const more = others.length > MAX_PACKAGES ? [`${others.length - MAX_PACKAGES} more`] : [];
  return `Packages have changed since: ${[...listed, ...more].join('; ')}.`;
}

/** `differs: mean 4.21, here 4.19`. */
export function describeVerdict({ verdict, reason, differences }: CellVerification): string {
  const why = reason ?? differences[0]?.text;
  return why === undefined ? VERDICT_WORDS[verdict] : `${VERDICT_WORDS[verdict]}: ${why}`;
}
