/** Keeps the stream text of one execution within bounds: its head passes as it comes, of the rest only a tail. */
import type { StreamOutput } from '../../notebook/output.ts';
import { pluralize } from '../../util/pluralize.ts';
import { createOmittedText } from './omitted-text.ts';

/** Stream text kept from the start of an execution and from its end, characters. */
const HEAD_LENGTH = 256_000;
const TAIL_LENGTH = 64_000;
/** Switches between the streams that pass as they come, and that all tails together keep: each makes an output of its own. */
const MAX_HEAD_SWITCHES = 2_000;
const MAX_TAIL_SWITCHES = 500;

/** Passes text until the head is full, then holds only the latest tail until `release`; `putBlob` stores the rest. */
export function createStreamBound(putBlob: (bytes: Uint8Array) => Promise<string>) {
  const omitted = createOmittedText(putBlob);
  let head = 0;
  let switches = 0;
  let tailSwitches = 0;
  let lastName: StreamOutput['name'] | null = null;
  let hasOmitted = false;
  let tail: StreamOutput[] = [];
  let tailLength = 0;

  async function hold(output: StreamOutput): Promise<void> {
    const last = tail.at(-1);
    // Small pieces are joined up to a block, so that dropping from the front stays cheap.
    if (last?.name === output.name && last.text.length < 4096) last.text += output.text;
    else tail.push({ ...output });
    tailLength += output.text.length;
    const maxPieces = TAIL_LENGTH / 4096 + Math.max(0, MAX_TAIL_SWITCHES - tailSwitches);
    for (let first = tail[0]; first; first = tail[0]) {
      if (tailLength <= TAIL_LENGTH && tail.length <= maxPieces) break;
      const least = tail.length > maxPieces ? first.text.length : tailLength - TAIL_LENGTH;
      const excess = Math.min(least, first.text.length);
      hasOmitted = true;
      tailLength -= excess;
      const dropped = first.text.slice(0, excess);
      if (excess === first.text.length) tail.shift();
      else first.text = first.text.slice(excess);
      await omitted.add(dropped);
    }
  }

  function reset(): void {
    omitted.clear();
    hasOmitted = false;
    tail = [];
    tailLength = 0;
  }

  return {
    /** The text that may pass now, or null. */
    take: async (output: StreamOutput): Promise<StreamOutput | null> => {
      if (output.name !== lastName) switches += 1;
      lastName = output.name;
      const room = switches > MAX_HEAD_SWITCHES ? 0 : HEAD_LENGTH - head;
      head += Math.min(room, output.text.length);
      if (output.text.length <= room) return output;
      await hold({ ...output, text: output.text.slice(room) });
      return room > 0 ? { ...output, text: output.text.slice(0, room) } : null;
    },
    /** What was held back, with a note of what is missing, and where that is kept. */
    release: async (): Promise<StreamOutput[]> => {
      const [first, ...rest] = tail;
      const released = first ? [hasOmitted ? await withNote(first) : first, ...rest] : [];
      tailSwitches += tail.length;
      reset();
      return released;
    },
    /** Forgets what is held; the head is as if nothing had been written, or full for good. */
    clear: ({ isFinal }: { isFinal: boolean }): void => {
      head = isFinal ? HEAD_LENGTH : 0;
      reset();
    },
  };

  /** Starts the tail at a whole line, when one begins soon. */
  async function withNote(output: StreamOutput): Promise<StreamOutput> {
    const lineStart = output.text.indexOf('\n') + 1;
    const start = lineStart < 500 ? lineStart : 0;
    await omitted.add(output.text.slice(0, start));
    const left = await omitted.take();
    const note = `\n[… ${pluralize(left.characters, 'character')} left out …]\n`;
    return { ...output, text: note + output.text.slice(start), omitted: left };
  }
}
