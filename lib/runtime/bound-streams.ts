/** Keeps the stream text of one execution within bounds: its head passes as it comes, of the rest only a tail. */
import type { StreamOutput } from '../notebook/output.ts';

/** Stream text kept from the start of an execution and from its end, characters. */
const HEAD_LENGTH = 256_000;
const TAIL_LENGTH = 64_000;

export interface StreamBound {
  /** What of the text may pass now, or null. */
  take(output: StreamOutput): StreamOutput | null;
  /** What was held back, with a note of what is missing. */
  release(): StreamOutput[];
  /** Forgets what is held; the head is as if nothing had been written, or full for good. */
  clear(options: { isFinal: boolean }): void;
}

/** Passes text until the head is full, then holds only the latest tail until `release`. */
export function createStreamBound(): StreamBound {
  let head = 0;
  let omitted = 0;
  let tail: StreamOutput[] = [];
  let tailLength = 0;

  function hold(output: StreamOutput): void {
    const last = tail.at(-1);
    // Small pieces are joined up to a block, so that dropping from the front stays cheap.
    if (last?.name === output.name && last.text.length < 4096) last.text += output.text;
    else tail.push({ ...output });
    tailLength += output.text.length;
    for (let first = tail[0]; first && tailLength > TAIL_LENGTH; first = tail[0]) {
      const excess = Math.min(tailLength - TAIL_LENGTH, first.text.length);
      omitted += excess;
      tailLength -= excess;
      if (excess === first.text.length) tail.shift();
      else first.text = first.text.slice(excess);
    }
  }

  return {
    take(output: StreamOutput): StreamOutput | null {
      const room = HEAD_LENGTH - head;
      head += Math.min(room, output.text.length);
      if (output.text.length <= room) return output;
      hold({ ...output, text: output.text.slice(room) });
      return room > 0 ? { ...output, text: output.text.slice(0, room) } : null;
    },
    release(): StreamOutput[] {
      const [first, ...rest] = tail;
      const released = first ? [omitted > 0 ? withNote(first, omitted) : first, ...rest] : [];
      omitted = 0;
      tail = [];
      tailLength = 0;
      return released;
    },
    clear({ isFinal }): void {
      head = isFinal ? HEAD_LENGTH : 0;
      omitted = 0;
      tail = [];
      tailLength = 0;
    },
  };
}

/** Starts the tail at a whole line, when one begins soon. */
function withNote(output: StreamOutput, omitted: number): StreamOutput {
  const lineStart = output.text.indexOf('\n') + 1;
  const start = lineStart < 500 ? lineStart : 0;
  const count = (omitted + start).toLocaleString('en-US');
  return { ...output, text: `\n[… ${count} characters left out …]\n${output.text.slice(start)}` };
}
