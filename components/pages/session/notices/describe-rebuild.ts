import type { KernelName } from '../../../../lib/protocol/kernel-name.ts';
import { describeNames, withoutNames } from '../../../../lib/session/kernel-names.ts';
import type { Rebuild } from '../../../../lib/session/kernel-state.ts';
import { pluralize } from '../../../ui/format.ts';
import { toSentence } from '../../../ui/to-sentence.ts';

/** How many names a notice tells; the panel of the kernel has more. */
export const MAX_NAMES = 5;

/** How a rebuild has ended, and what is gone now: cells may have run since. */
export function describeRebuild(rebuild: Rebuild, lostNames: readonly KernelName[]): string {
  const { status, done, cellIds, reason, wanted } = rebuild;
  const back = withoutNames(wanted, lostNames);
  const ran = `${done} of ${pluralize(cellIds.length, 'cell')} ran again${status === 'stopped' ? ', then you stopped it' : ''}.`;
  const parts = [
    ran,
    toSentence(reason ?? ''),
    back.length > 0 ? `Back: ${describeNames(back, MAX_NAMES)}.` : '',
    lostNames.length > 0 ? `Still gone: ${describeNames(lostNames, MAX_NAMES)}.` : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}
