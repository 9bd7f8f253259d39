/** How events change a session, as the tables of this folder say it: for each event, the session after it. */
import type { EventBody, Stamp } from '../../protocol/events/event.ts';
import type { Session } from '../session.ts';

type EventType = EventBody['type'];

/** Any event of these types. */
export type Body<Type extends EventType> = { [Each in Type]: Extract<EventBody, { type: Each }> }[Type];

/** The stamp says when an event happened, and who caused it. */
export type Handlers = {
  readonly [Type in EventType]: (session: Session, event: Body<Type>, stamp: Stamp) => Session;
};
