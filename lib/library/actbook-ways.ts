/** Several ways as a program sees them: what each is, what came of all of them, and a choice. */
import type { Container } from '../app/container.ts';
import type { Way, WayKernel } from '../protocol/ways/ways.ts';
import type { Ways } from '../session/ways.ts';
import { AppError } from '../util/app-error.ts';

/** They continue whether or not anybody waits for their result. */
export interface ActbookWays {
  readonly id: string;
  /** Each is a session, which `openSession` finds. */
  readonly ways: readonly Way[];
  /** Resolves when all have ended and one is chosen, or none: `end` says what that was made on. */
  result(): Promise<Ways>;
  /** Stops all. Throws AppError `conflict` once they have ended. */
  cancel(): Promise<void>;
  /**
   * Makes a way, named by its session, the notebook of the session that asked. Resolves to whether its kernel came along. Throws
   * AppError `conflict` while it runs, and once that notebook was changed.
   */
  choose(sessionId: string): Promise<WayKernel>;
}

export function createActbookWays(
  { runtime }: Container,
  sessionId: string,
  { waysId: id, ways }: { waysId: string; ways: readonly Way[] },
  signal?: AbortSignal,
): ActbookWays {
  const cancel = () => runtime.ways.cancel(sessionId, id);
  const stop = () => void cancel().catch(() => {});
  signal?.addEventListener('abort', stop, { once: true });
  void runtime.ways.wait(sessionId).then(() => signal?.removeEventListener('abort', stop));
  if (signal?.aborted) stop();
  return {
    id,
    ways,
    result: async () => {
      await runtime.ways.wait(sessionId);
      const found = (await runtime.sessions.read(sessionId)).ways.find((each) => each.id === id);
      if (!found) throw new AppError('internal', `The log of ways ${id} has no beginning.`);
      return found;
    },
    cancel,
    choose: (chosen) => runtime.ways.choose(sessionId, id, chosen),
  };
}
