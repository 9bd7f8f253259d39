/** Whether and when a model server that refused is asked again, before the first word of its reply. */
import type { ServerFailure } from './openai-error.ts';

export interface Retry {
  delayMs: number;
  /** One sentence for users. */
  reason: string;
}

/** A server that wants a longer wait is not waited for: the user hears what it said instead. */
const MAX_DELAY_MS = 60_000;
const FIRST_DELAY_MS = 500;
const MAX_BACKOFF_MS = 8000;

/** The wait before the next attempt, or null when another would not help. `attempt` counts from 0. */
export function planRetry(failure: ServerFailure, attempt: number): Retry | null {
  if (!isPassing(failure)) return null;
  const wantedMs = readRetryAfter(failure.headers);
  if (wantedMs !== null && wantedMs > MAX_DELAY_MS) return null;
  return { delayMs: wantedMs ?? backOff(attempt), reason: explain(failure) };
}

function isPassing({ kind, status, code, headers, obstacle }: ServerFailure): boolean {
  const word = headers?.get('x-should-retry');
  if (word === 'true' || word === 'false') return word === 'true';
  // Whoever was waited for that long is not there.
  if (kind === 'connection') return obstacle !== 'timeout';
  // A used up quota answers 429 too, and does so for days.
  if (kind === 'timeout' || status === undefined || code === 'insufficient_quota') return false;
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

function explain({ kind, status }: ServerFailure): string {
  if (kind === 'connection') return 'Its server does not answer.';
  return status === 429
    ? 'Its server is not accepting more requests right now.'
    : `Its server failed (status ${status}).`;
}

/** Doubles each time; up to a quarter less, so that many clients do not come back at the same moment. */
function backOff(attempt: number): number {
  const fullMs = Math.min(FIRST_DELAY_MS * 2 ** attempt, MAX_BACKOFF_MS);
  return Math.round(fullMs * (1 - Math.random() / 4));
}

/** `Retry-After` in seconds or as a date (RFC 9110 §10.2.3), or OpenAI's `retry-after-ms`; null when neither can be read. */
function readRetryAfter(headers: ServerFailure['headers']): number | null {
  const inMs = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (inMs >= 0) return inMs;
  const text = headers?.get('retry-after')?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}
