/** Words about the verification of a notebook, in the page's header. */
import type {
  CellVerdict,
  Verification,
  VerifyProgress,
} from '../../../lib/protocol/verification/verification.ts';
import { OUTCOME_WORDS, VERDICT_WORDS } from '../../../lib/protocol/verification/verification-words.ts';
import { pluralize } from '../../../lib/util/pluralize.ts';
import { readServerTime } from '../../ui/hooks/server-time.ts';
import { formatDuration, formatMoment } from '../../ui/text/format.ts';

/** Listed at most. */
const MAX_CELLS = 2;

export const VERIFICATION_TEXTS = {
  running: 'Verifying…',
  stale: 'Verification outdated',
  done: (text: string) => `Verification: ${text}`,
  show: (text: string) => `${text}. Show details`,
} as const;

export function nameVerification({ outcome }: Pick<Verification, 'outcome'>): string {
  return OUTCOME_WORDS[outcome];
}

/** `12 of 12 cells · 3.1 s · 14:02`. */
export function describeFacts(
  { counts, cells, durationMs, startedAt }: Verification,
  now = readServerTime(),
): string {
  const total = `${counts.same} of ${pluralize(cells.length, 'cell')}`;
  return [total, formatDuration(durationMs), formatMoment(startedAt + durationMs, now)].join(' · ');
}

/**
 * `2 of 12 cells · the same so far`, `clean run 2 · 11 the same, cell 4 not the same so far`. Empty until a cell has ended. `heard`: in
 * the order it was told.
 */
export function describeProgress(heard: readonly VerifyProgress[]): string {
  const { run = 1, steps = 0 } = heard.at(-1) ?? {};
  const ended = heard.flatMap(({ cell, verdict }) => (verdict ? [{ cell, verdict }] : []));
  if (ended.length === 0) return '';
  const others = ended.filter(({ verdict }) => verdict !== 'same');
  const same = ended.length - others.length;
  const named = others.slice(0, MAX_CELLS).map(({ cell, verdict }) => `cell ${cell} ${nameSoFar(verdict)}`);
  const more = others.length > MAX_CELLS ? [`${others.length - MAX_CELLS} more`] : [];
  const counted = others.length === 0 ? ['the same'] : same > 0 ? [`${same} the same`] : [];
  const place = run > 1 ? `clean run ${run}` : `${ended.length} of ${pluralize(steps, 'cell')}`;
  return `${place} · ${[...counted, ...named, ...more].join(', ')} so far`;
}

/** Only other runs tell whether it differs or varies. */
function nameSoFar(verdict: CellVerdict): string {
  return verdict === 'differs' || verdict === 'varies' ? 'not the same' : VERDICT_WORDS[verdict];
}
