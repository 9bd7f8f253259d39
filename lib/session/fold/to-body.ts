import type { Event, EventBody } from '../../protocol/events/event.ts';

/** What happened, without where and when it is stored. */
export function toBody({
  sessionId: _,
  seq: __,
  at: ___,
  by: ____,
  ...body
}: EventBody & Partial<Omit<Event, 'type'>>): EventBody {
  return body;
}
