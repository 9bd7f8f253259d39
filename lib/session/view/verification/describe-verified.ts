/** What pages and exports say of the last verification. */
import type {
  CellVerdict,
  PicturePair,
  Verification,
  VerificationOutcome,
} from '../../../protocol/verification/verification.ts';
import { OUTCOME_WORDS, VERDICT_WORDS } from '../../../protocol/verification/verification-words.ts';
import { pluralize } from '../../../util/pluralize.ts';
import type { Run, Session } from '../../session.ts';
import { isVerifiedStale } from '../../verified.ts';

const MAX_FILES = 5;
/** How many hexadecimal digits of a SHA-256 are shown. */
const HASH_LENGTH = 12;

/** The report on the notebook as it is now; null when there is none. */
export function findVerification(session: Session): Verification | null {
  const { verified } = session;
  if (!verified || verified.verification.cells.length === 0 || isVerifiedStale(verified, session))
    return null;
  return verified.verification;
}

/** As plain text, with versions and data; empty when the notebook is not verified as it is now. */
export function describeVerified(session: Session): string {
  const verification = findVerification(session);
  if (!verification) return '';
  const { outcome, counts, cells, kernel, files, startedAt, durationMs } = verification;
  const at = new Date(startedAt + durationMs).toISOString().slice(0, 16).replace('T', ' ');
  const others = Object.entries(VERDICT_WORDS).flatMap(([verdict, word]) => {
    const count = counts[verdict as CellVerdict];
    return verdict !== 'same' && count > 0 ? [`${word}: ${count}`] : [];
  });
  const rest = others.length > 0 ? ` (${others.join(', ')})` : '';
  const language = kernel.language === 'python' ? 'Python' : kernel.language;
  const versions = [
    `${language} ${kernel.version}`,
    ...kernel.packages.map(({ name, version }) => `${name} ${version}`),
  ];
  const listed = files
    .slice(0, MAX_FILES)
    .map(({ name, sha256 }) => `${name} (SHA-256 ${sha256.slice(0, HASH_LENGTH)}…)`);
  const more = files.length > MAX_FILES ? [pluralize(files.length - MAX_FILES, 'more file')] : [];
  return [
    `${OUTCOME_WORDS[outcome]}: from a clean start, ${counts.same} of ${pluralize(cells.length, 'cell')} gave the same outputs${rest}, ${at} UTC.`,
    `${versions.join(', ')}.`,
    ...(listed.length > 0 ? [`Data: ${[...listed, ...more].join(', ')}.`] : []),
  ].join(' ');
}

/** What a clean run drew differently, by the ID of the cell; nothing for cells without. */
export function mapPictures(verification: Verification | null): Map<string, readonly PicturePair[]> {
  const cells = verification?.cells ?? [];
  return new Map(cells.flatMap(({ cellId, pictures }) => (pictures ? [[cellId, pictures]] : [])));
}

/** What a verification found of the cells of one run; null when it has none of them. */
export function findRunOutcome(run: Run, { cells }: Verification): VerificationOutcome | null {
  const own = new Set(run.steps.flatMap(({ cellIds }) => cellIds));
  const verdicts = cells.filter(({ cellId }) => own.has(cellId)).map(({ verdict }) => verdict);
  if (verdicts.length === 0) return null;
  if (verdicts.every((verdict) => verdict === 'same')) return 'reproduced';
  return verdicts.every((verdict) => verdict === 'same' || verdict === 'varies')
    ? 'varies'
    : 'not-reproduced';
}
