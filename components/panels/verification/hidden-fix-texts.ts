/** Words of the change that gives a name that a clean run did not find. */
import type { HiddenFix } from '../../../lib/session/view/verification/find-hidden-fix.ts';

/** `about` begins the sentence that says which cell it is. */
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
