import type { EventBody } from '../../protocol/events/event.ts';
import type { EventWriter } from '../events/event-writer.ts';

/** A writer that also reports each event, before it is stored. */
export function teeEvents(writer: EventWriter, onEvent: (body: EventBody) => void): EventWriter {
  const tellAll = (bodies: readonly EventBody[]) => {
    for (const body of bodies) onEvent(body);
  };
  return {
    write: (body) => {
      onEvent(body);
      return writer.write(body);
    },
    writeSoon: (body) => {
      onEvent(body);
      return writer.writeSoon(body);
    },
    writeAll: (bodies) => {
      tellAll(bodies);
      return writer.writeAll(bodies);
    },
    writeAtLast: (bodies) => {
      tellAll(bodies);
      return writer.writeAtLast(bodies);
    },
    flush: writer.flush,
  };
}
