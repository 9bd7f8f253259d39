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

/** What an event says besides its type, to be kept whole in the session: a stored one has more than that. */
export function toFields<Body extends EventBody>(event: Body): Omit<Body, 'type'> {
  const { type: _, ...fields } = toBody(event) as Body;
  return fields;
}
