/**
 * The event log's vocabulary: one fact each, appended, never changed. The prompt, the page and every
 * export are folds of these (lib/session). Names are noun-action.
 */
import { z } from 'zod';
import { CellEvent } from './cell-event.ts';
import { KernelEvent } from './kernel-event.ts';
import type { Principal } from './principal.ts';
import { RunEvent } from './run-event.ts';
import { SessionEvent } from './session-event.ts';
import { WaysEvent } from './ways-event.ts';

export const EventBody = z.discriminatedUnion('type', [
  SessionEvent,
  KernelEvent,
  RunEvent,
  WaysEvent,
  CellEvent,
]);
export type EventBody = z.infer<typeof EventBody>;

/** What came of running the notebook from a clean start. */
export type VerificationEnd = Extract<EventBody, { type: 'verification-end' }>;

/** When something happened, milliseconds since 1970, and who caused it. */
export interface Stamp {
  readonly at: number;
  readonly by: Principal;
}

/** An event as stored: `seq` counts from 1 without gaps in its session. */
export type Event = EventBody & Stamp & { sessionId: string; seq: number };
