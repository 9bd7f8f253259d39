/** Words about what a verification has found, cell by cell. */
import type { CellVerification } from '../../../lib/protocol/verification/verification.ts';
import { VERDICT_WORDS } from '../../../lib/protocol/verification/verification-words.ts';
import { listOtherPackages, type Verified } from '../../../lib/session/verified.ts';
import type { HiddenFix } from '../../../lib/session/view/verification/find-hidden-fix.ts';

/** Listed at most. */
const MAX_PACKAGES = 5;

export const REPORT_TEXTS = {
  heading: 'Verification',
  about: 'Runs all code in a new kernel, with the files that you added, and compares the outputs.',
  start: 'Verify from a clean start',
  schedule: 'Run on a schedule',
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

/** Words of the change that gives a name that a clean run did not find. `about` begins the sentence that says which cell it is. */
export const FIX_TEXTS = {
  'put-back': {
    about: (name: string) => `A deleted cell set \`${name}\``,
    label: 'Put the cell back',
    done: 'Cell put back.',
  },
  restore: {
    about: (name: string) => `An earlier version of a cell set \`${name}\``,
    label: 'Restore that version',
    done: 'Earlier version restored.',
  },
  'move-up': {
    about: (name: string) => `A cell below sets \`${name}\``,
    label: 'Move it up',
    done: 'Cell moved up.',
  },
} as const;

/** Longest line of code that is shown, characters. */
const MAX_LENGTH = 60;

/** ``A deleted cell set `rate`: `rate = 0.19`.`` */
export function describeFix({ kind, source }: HiddenFix, name: string): string {
  const line =
    source
      .split('\n')
      .find((each) => each.includes(name))
      ?.trim() ?? name;
  const shown = line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
  return `${FIX_TEXTS[kind].about(name)}: \`${shown}\`.`;
}
