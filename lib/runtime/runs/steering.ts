/** What users say to one run while it is running: in the log at once, and heard by its agent from then on. */
import type { EventBody } from '../../protocol/events/event.ts';
import type { Principal } from '../../protocol/events/principal.ts';
import { createId } from '../../protocol/id.ts';
import { AppError } from '../../util/app-error.ts';

export interface SteerMessage {
  text: string;
  /** Interrupts the cell that the run is running, if one is. Default: the message waits until it has ended. */
  interrupt?: boolean | undefined;
}

export interface Steering {
  /** Resolves when it is stored. Throws AppError `conflict` when the run has ended. */
  say(message: SteerMessage, by: Principal): Promise<void>;
  /** Takes each event of the run before it is stored. */
  follow(body: EventBody): void;
  close(): void;
  /** Calls the listener when a message stops the running cell. Once the returned function is called, nothing can be said any more. */
  onInterrupt(listener: () => void): () => void;
}

export interface SteeringOptions {
  runId: string;
  /** Steps that have begun. */
  steps: number;
  write(body: EventBody, by: Principal): Promise<void>;
}

export const HAS_ENDED = 'The run has ended. Send this as a new question.';

export function createSteering({ runId, steps, write }: SteeringOptions): Steering {
  let begun = steps;
  let isOver = false;
  let stopCell = () => {};

  return {
    say: async ({ text, interrupt }, by) => {
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
      const written = write(body, by);
      if (interrupt) stopCell();
      await written;
    },
    follow: (body) => {
      if (body.type === 'step-start') begun = body.step;
      else if (body.type === 'run-end') isOver = true;
    },
    close: () => {
      isOver = true;
    },
    onInterrupt: (listener) => {
      stopCell = listener;
      // A message that comes while the last events are stored would reach nobody.
      return () => {
        stopCell = () => {};
        isOver = true;
      };
    },
  };
}
