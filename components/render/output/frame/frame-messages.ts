/** Messages between the page and frames with untrusted content. Of a message from a frame, only the sender is certain. */
import { VIEWER_SCRIPTS } from '../../../../lib/notebook/chart-viewers.ts';

export interface FrameMessage {
  kind: unknown;
  [key: string]: unknown;
}

type Receive = (message: FrameMessage) => void;

/** A frame that sends more than this in a second is ignored from then on. */
const MAX_MESSAGES_PER_SECOND = 500;

/** Listens to one frame until the returned function is called or it sends too much: then calls `onFlood` once. */
export function hearFrame(frame: HTMLIFrameElement, receive: Receive, onFlood: () => void): () => void {
  // The origin of a sandboxed frame is "null" and proves nothing; its window does.
  const speaker = frame.contentWindow;
  if (!speaker) return () => {};
  let since = performance.now();
  /** Messages since then. */
  let count = 0;
  const hear = ({ source, data }: MessageEvent<unknown>) => {
    if (source !== speaker) return;
    const now = performance.now();
    if (now - since > 1_000) {
      since = now;
      count = 0;
    }
    if (++count > MAX_MESSAGES_PER_SECOND) {
      stop();
      onFlood();
      return;
    }
    if (typeof data === 'object' && data !== null && 'kind' in data) receive({ ...data });
  };
  const stop = () => removeEventListener('message', hear);
  addEventListener('message', hear);
  return stop;
}

/** A height a frame asks for, as whole pixels within bounds. */
export function clampHeight(height: unknown, minPx: number, maxPx: number): number {
  const pixels = typeof height === 'number' && Number.isFinite(height) ? Math.ceil(height) : 0;
  return Math.min(Math.max(pixels, minPx), maxPx);
}

/** What `public/frame/viewer.js` is sent. `source`: text, or its bytes in UTF-8. */
export function toDrawMessage(viewer: keyof typeof VIEWER_SCRIPTS, source: string | ArrayBuffer) {
  const scripts = VIEWER_SCRIPTS[viewer].map((name) => ({ src: `/frame/${name}` }));
  return { kind: 'draw', viewer, scripts, source };
}
