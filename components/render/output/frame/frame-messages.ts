/** What frames with foreign content tell the page. Their word is not to be trusted: only who speaks is certain. */

export interface FrameMessage {
  kind: unknown;
  [key: string]: unknown;
}

type Receive = (message: FrameMessage) => void;

interface Speaker {
  receive: Receive;
  onFlood: () => void;
  /** Messages since `since`. */
  count: number;
  since: number;
}

/** A frame that says more than this in a second is not heard any more. */
const MAX_MESSAGES_PER_SECOND = 500;

const speakers = new Map<MessageEventSource, Speaker>();

/** Hears one frame until the returned function is called, or until it says too much: then `onFlood` is called once. */
export function hearFrame(frame: HTMLIFrameElement, receive: Receive, onFlood: () => void): () => void {
  // The origin of a sandboxed frame is "null" and proves nothing; its window does.
  const source = frame.contentWindow;
  if (!source) return () => {};
  if (speakers.size === 0) addEventListener('message', dispatch);
  speakers.set(source, { receive, onFlood, count: 0, since: performance.now() });
  return () => {
    speakers.delete(source);
    if (speakers.size === 0) removeEventListener('message', dispatch);
  };
}

function dispatch({ source, data }: MessageEvent<unknown>): void {
  const speaker = source && speakers.get(source);
  if (!speaker) return;
  const now = performance.now();
  if (now - speaker.since > 1_000) {
    speaker.since = now;
    speaker.count = 0;
  }
  if (++speaker.count > MAX_MESSAGES_PER_SECOND) {
    speakers.delete(source);
    speaker.onFlood();
    return;
  }
  if (typeof data === 'object' && data !== null && 'kind' in data) speaker.receive({ ...data });
}

/** A height a frame asks for, as whole pixels within bounds. */
export function clampHeight(height: unknown, minPx: number, maxPx: number): number {
  const pixels = typeof height === 'number' && Number.isFinite(height) ? Math.ceil(height) : 0;
  return Math.min(Math.max(pixels, minPx), maxPx);
}
