/** What makes a place another one in each clean run, as far as the values tell. */
import type { VariationCause } from '../protocol/verification/verification.ts';
import type { Difference } from './finding/comparison.ts';
import { isRunDate, isRunTime, isRunTimeNumber, type RunTime } from './text/is-run-time.ts';

/** Draws by lot, in the libraries that notebooks use. */
const DRAWS =
  /\brandom\b|\bshuffle\b|\bsample\b|\brandn?\b|\brandint\b|\bdefault_rng\b|\buuid\d?\b|\bsecrets\b|\bchoices?\b|\btrain_test_split\b|\bRandomForest|\bKMeans\b|\bMLP\w|\btorch\b|\btensorflow\b|\bkeras\b/;
/** Reads a clock, called rather than imported or mentioned. */
const CLOCKS =
  /\btime\(\)|\btime_ns\(|\bperf_counter(?:_ns)?\(|\bmonotonic(?:_ns)?\(|\bprocess_time(?:_ns)?\(|\bdefault_timer\(|\bnow\(|\butcnow\(|\btoday\(|\btimeit\b|%time\b/;
/** Where programs of common systems have their memory: `id()` as a number. */
const MIN_ADDRESS = 0x10_0000_0000;
const MAX_ADDRESS = 0x8000_0000_0000;

export function readsClock(source: string): boolean {
  return CLOCKS.test(source);
}

/** The code that may be to blame. */
export interface BlamedCode {
  /** All code up to and with the cell. */
  readonly source: string;
  /** The code of the cell alone. */
  readonly ownSource: string;
}

export function findCause(
  { kind, here }: Difference,
  { source, ownSource }: BlamedCode,
  runTime: RunTime,
): VariationCause {
  if (kind === 'order' || kind === 'set-order') return 'order';
  if (kind === 'moment') return 'time';
  if (kind === 'machine') return 'machine';
  if (isRunTime(here, runTime) || isRunTimeNumber(here, runTime) || isRunDate(here, runTime)) return 'time';
  const value = Number(here);
  const isAddress =
    Number.isSafeInteger(value) && value > MIN_ADDRESS && value < MAX_ADDRESS && value % 8 === 0;
  if (isAddress && /\bid\(/.test(source)) return 'address';
  if (/\b0x[\da-f]{8,16}\b/i.test(here)) return 'address';
  // A draw above need not reach the cell; a clock that it reads itself does.
  if (readsClock(ownSource) && !DRAWS.test(ownSource)) return 'time';
  if (DRAWS.test(source)) return 'random';
  return readsClock(source) ? 'time' : 'unknown';
}
