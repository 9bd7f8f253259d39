/** What users say to one run while it is running: in the log at once, and heard by its agent from then on. */
import type { EventBody } from '../../protocol/events/event.ts';
import { createId } from '../../protocol/id.ts';
import { findCell, type Session } from '../../session/session.ts';
import { AppError } from '../../util/app-error.ts';

export interface SteerMessage {
  text: string;
  /** Interrupts the cell that the run is running, if one is. Default: the message waits until it has ended. */
  interrupt?: boolean | undefined;
}

export interface Steering {
  /** Resolves when it is stored. Throws AppError `conflict` when the run has ended. */
  say(message: SteerMessage): Promise<void>;
  /** Takes each event of the run before it is stored. */
  follow(body: EventBody): void;
  close(): void;
  /** Listens for an agent that begins with this session: whatever is not in it yet comes first. */
  listenFrom(session: Session): (listener: (body: EventBody) => void) => () => void;
}

export interface SteeringOptions {
  runId: string;
  /** Steps that have begun. */
  steps: number;
  write(body: EventBody): Promise<void>;
}

export const HAS_ENDED = 'The run has ended. Send this as a new question.';

export function createSteering({ runId, steps, write }: SteeringOptions): Steering {
  const said: Extract<EventBody, { type: 'run-steer' }>[] = [];
  let begun = steps;
  let isOver = false;
  let tell: ((body: EventBody) => void) | null = null;

  return {
    say: async ({ text, interrupt }) => {
      if (isOver) throw new AppError('conflict', HAS_ENDED);
      const more = interrupt ? ({ interrupt } as const) : {};
      const body = {
        type: 'run-steer',
        runId,
        cellId: createId('note'),
        step: begun,
        text,
        ...more,
      } as const;
      said.push(body);
      tell?.(body);
      await write(body);
    },
    follow: (body) => {
      if (body.type === 'step-start') begun = body.step;
      else if (body.type === 'run-end') isOver = true;
    },
    close: () => {
      isOver = true;
    },
    listenFrom: (session) => (listener) => {
      for (const body of said) if (!findCell(session, body.cellId)) listener(body);
      tell = listener;
      // A message that comes while the last events are stored would reach nobody.
      return () => {
        tell = null;
        isOver = true;
      };
    },
  };
}
