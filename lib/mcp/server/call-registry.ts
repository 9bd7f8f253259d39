/** Calls under way of the revisions of the protocol in which one request cancels another. */
import { z } from 'zod';

const RequestId = z.union([z.string(), z.number()]);
const Call = z.object({ method: z.string(), id: RequestId });
const Cancellation = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId: RequestId }),
});

interface OpenCall extends Disposable {
  /** Aborts when the call is cancelled. */
  readonly signal: AbortSignal;
  /** The call is under way until this response has been read. */
  hold(response: Response): Response;
}

interface CallRegistry {
  /** Notes what the request calls, and cancels what it cancels: `body` is its JSON. */
  open(sessionId: string | null, body: unknown): OpenCall;
}

/** Programs choose the IDs of their requests, so that only those of one session can be told from each other. */
export function createCallRegistry(): CallRegistry {
  const calls = new Map<string, AbortController>();

  return {
    open: (sessionId, body) => {
      const keyOf = (id: string | number) => JSON.stringify([sessionId, id]);
      const cancelled = Cancellation.safeParse(body).data;
      if (sessionId !== null && cancelled) calls.get(keyOf(cancelled.params.requestId))?.abort();
      const controller = new AbortController();
      const asked = Call.safeParse(body).data;
      const key = sessionId !== null && asked ? keyOf(asked.id) : null;
      if (key !== null) calls.set(key, controller);
      const close = () => {
        if (key !== null && calls.get(key) === controller) calls.delete(key);
      };
      let isHeld = false;
      return {
        signal: controller.signal,
        hold: (response) => {
          if (key === null || response.body === null) return response;
          isHeld = true;
          return new Response(whenRead(response.body, close), response);
        },
        [Symbol.dispose]: () => {
          if (!isHeld) close();
        },
      };
    },
  };
}

/** The same bytes. Calls `onEnd` when they have been read, or nobody reads them any more. */
function whenRead(body: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        onEnd();
        controller.close();
      } catch (error) {
        onEnd();
        controller.error(error);
      }
    },
    async cancel(reason) {
      onEnd();
      await reader.cancel(reason);
    },
  });
}
