/** What `actbook run` finds out about an answer once it is there, as the page does: its numbers, and a clean start. */
import type { Container } from '../../lib/app/container.ts';
import { isRepeatable } from '../../lib/app/is-repeatable.ts';
import type { Verification } from '../../lib/protocol/verification/verification.ts';
import { createSourceCache } from '../../lib/quantities/source-cache.ts';
import type { Session } from '../../lib/session/session.ts';
import { isVerified } from '../../lib/session/verified.ts';
import { describeNumbers, lookUpAnswer, nameMissing } from '../../lib/session/view/answers/answer-numbers.ts';
import { listAnswerSources } from '../../lib/session/view/answers/list-answer-sources.ts';
import { describeOutcome } from '../terminal/describe-verification.ts';
import { toHarmless } from '../terminal/to-harmless.ts';
import type { RunHost } from './run-host.ts';

export interface Proof {
  /** What is said of the sources of its numbers; null where all were found for certain. */
  readonly numbers: string | null;
  /** Numbers of the answer that are in no output. */
  readonly missing: readonly string[];
  /** Whether it speaks about data before any code has run. */
  readonly isWithoutCode: boolean;
  /** The result of a clean run; null if it was not asked for, or cannot give the same. */
  readonly verification: Pick<Verification, 'outcome' | 'counts'> | null;
  /** The same as a sentence; empty without one. */
  readonly verified: string;
}

interface Proven {
  host: RunHost;
  sessionId: string;
  runId: string;
  verifies: boolean;
  askedToStop: Promise<unknown>;
}

export async function proveAnswer(
  { runtime }: Container,
  { host, sessionId, runId, verifies, askedToStop }: Proven,
): Promise<Proof> {
  const ended = await runtime.sessions.read(sessionId);
  const isAnswered = ended.runs.find(({ id }) => id === runId)?.outcome?.status === 'answered';
  if (verifies && isAnswered && !isVerified(ended) && isRepeatable(ended)) {
    const stopping = new AbortController();
    void askedToStop.then(() => stopping.abort());
    await host.verify(sessionId, stopping.signal).catch(() => {});
  }
  const session = await runtime.sessions.read(sessionId);
  const verification = isVerified(session) ? (session.verified?.verification ?? null) : null;
  return {
    ...readNumbers(session, runId),
    verification: verification && { outcome: verification.outcome, counts: verification.counts },
    verified: verification ? `From a clean start: ${describeOutcome(verification)}` : '',
  };
}

function readNumbers(session: Session, runId: string): Pick<Proof, 'numbers' | 'missing' | 'isWithoutCode'> {
  const sources = listAnswerSources(session).findLast(({ answer }) => answer.runId === runId);
  if (!sources) return { numbers: null, missing: [], isWithoutCode: false };
  const found = lookUpAnswer(sources.answer.source, sources, createSourceCache());
  const missing = found.filter(({ status }) => status === 'unfounded').map(nameMissing);
  const { isWithoutCode } = sources;
  return {
    numbers: describeNumbers(found, isWithoutCode),
    missing: [...new Set(missing)],
    isWithoutCode,
  };
}

export function isDoubtful({ missing, isWithoutCode, verification }: Proof): boolean {
  return missing.length > 0 || isWithoutCode || verification?.outcome === 'not-reproduced';
}

/** Lines for a terminal. */
export function describeProof({ numbers, verified }: Proof): string {
  return [numbers, verified].flatMap((line) => (line ? [`${toHarmless(line)}\n`] : [])).join('');
}
