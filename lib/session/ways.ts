/** Several ways as the notebook that asked for them knows them. What a way does is in the session of the way. */
import type { EventBody } from '../protocol/events/event.ts';
import type { Principal } from '../protocol/events/principal.ts';
import type { WayKernel, WaysBasis, WaysOutcome, WaysStart } from '../protocol/ways/ways.ts';

export interface Ways extends Omit<WaysStart, 'waysId'> {
  readonly id: string;
  /** Who asked. */
  readonly by: Principal;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Null while they run. */
  readonly end: WaysEnd | null;
  /** What the user chose after the end, oldest first. */
  readonly choices: readonly WayChoice[];
  /** `sessionId` of the way that is the notebook now; null: none. */
  readonly chosen: string | null;
  /** How far the notebook was when they ended, or one was chosen: another can be chosen while it has not changed since. */
  readonly reached: string;
}

export interface WaysEnd {
  readonly at: number;
  readonly outcome: WaysOutcome;
  readonly basis: WaysBasis;
  readonly kernel?: WayKernel | undefined;
}

interface WayChoice {
  /** The session of the way. */
  readonly chosen: string;
  readonly at: number;
  readonly by: Principal;
  readonly kernel: WayKernel;
}

/** The ways that have not ended, or null. */
export function findActiveWays({ ways }: { readonly ways: readonly Ways[] }): Ways | null {
  return ways.findLast(({ end }) => end === null) ?? null;
}

/** Whether an event is about ways that its session asked for. */
export function isOfWays({ type }: Pick<EventBody, 'type'>): boolean {
  return type === 'ways-start' || type === 'ways-end' || type === 'ways-choose';
}
