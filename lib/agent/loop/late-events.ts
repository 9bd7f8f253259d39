/** Events of a run's cells that come after their cell ended: taken in by the run while it lasts, then handed on. */
import type { EventBody } from '../../protocol/events/event.ts';

export interface LateEvents {
  /** The kernel keeps it as long as its process lives: it must hold on to nothing of the run. */
  take(body: EventBody): void;
  /** What came since the last time. */
  drain(): EventBody[];
  /** The run is over: what came, and from now on all goes to `onLate`. */
  end(): EventBody[];
}

export function createLateEvents(onLate: ((body: EventBody) => void) | undefined): LateEvents {
  const waiting: EventBody[] = [];
  let isOver = false;
  const drain = () => waiting.splice(0);
  return {
    take: (body) => {
      if (isOver) onLate?.(body);
      else waiting.push(body);
    },
    drain,
    end: () => {
      isOver = true;
      return drain();
    },
  };
}
