import { describeNames, pickNames } from '../../../../lib/session/kernel-names.ts';
import type { KernelState, Rebuild } from '../../../../lib/session/kernel-state.ts';
import { NOTICE_TEXTS, toSentence } from './notice-texts.ts';

/** How many names a notice lists; the kernel panel lists more. */
export const MAX_NAMES = 5;

/** How a rebuild ended, and what the kernel holds and lacks now: cells may have run since. */
export function describeRebuild(
  rebuild: Rebuild,
  { names, lostNames }: Pick<KernelState, 'names' | 'lostNames'>,
): string {
  const { status, done, cellIds, reason, wanted } = rebuild;
  const back = pickNames(wanted, names);
  const parts = [
    NOTICE_TEXTS.ranAgain(done, cellIds.length, status === 'stopped'),
    toSentence(reason ?? ''),
    back.length > 0 ? NOTICE_TEXTS.restored(describeNames(back, MAX_NAMES)) : '',
    lostNames.length > 0 ? NOTICE_TEXTS.stillLost(describeNames(lostNames, MAX_NAMES)) : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}
