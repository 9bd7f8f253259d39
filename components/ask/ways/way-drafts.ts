/** Several ways as the user writes them, before they begin. */
import { DEFAULT_WAYS } from '../../../lib/protocol/ways/default-ways.ts';
import type { WayRequest } from '../../../lib/protocol/ways/ways.ts';

export interface WayDraft {
  /** Its place in the form, from 1. */
  readonly place: number;
  /** May be empty: its agent is then told only the question. */
  readonly instruction: string;
  /** Id of its model; empty: that of the question. */
  readonly model: string;
}

const USUAL_COUNT = 3;

/** As many as asked for: those that are there, and then default ones. */
export function resizeWays(count = USUAL_COUNT, drafts: readonly WayDraft[] = []): readonly WayDraft[] {
  const usual = DEFAULT_WAYS.map(({ instruction }, index) => ({ place: index + 1, instruction, model: '' }));
  return [...drafts, ...usual.slice(drafts.length)].slice(0, count);
}

/** The name of a default instruction; with words of the user's own, `Way 2`. */
export function nameWay({ instruction, place }: WayDraft): string {
  const known = DEFAULT_WAYS.find((way) => way.instruction === instruction.trim());
  return known?.name ?? `Way ${place}`;
}

export function toWayRequest(draft: WayDraft): WayRequest {
  const { instruction, model } = draft;
  return { name: nameWay(draft), instruction: instruction.trim(), ...(model === '' ? {} : { model }) };
}
