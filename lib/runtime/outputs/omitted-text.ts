/** Keeps stream text that the log leaves out, in stored pieces of bounded size, whatever its length. */
import type { Omitted } from '../../notebook/output.ts';
import { countNewlines } from '../../observation/shorten/shorten-text.ts';

/** Characters a piece, so that a reader loads no more than it shows. */
const PIECE_LENGTH = 1_000_000;
/** What is kept of one execution; past it text is only counted, characters. */
const MAX_KEPT_LENGTH = 64_000_000;

export function createOmittedText(putBlob: (bytes: Uint8Array) => Promise<string>) {
  let room = MAX_KEPT_LENGTH;
  let waiting = '';
  let omitted = createOmitted();

  async function store(isLast: boolean): Promise<void> {
    const text = waiting;
    // A character of two units stays whole.
    const end = !isLast && /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
    waiting = text.slice(end);
    if (end === 0) return;
    const { pieces } = omitted;
    const bytes = Buffer.from(text.slice(0, end), 'utf8');
    const ref = { blob: await putBlob(bytes), bytes: bytes.byteLength, encoding: 'utf8' } as const;
    pieces.push({ ref, characters: end });
  }

  /** Forgets what was added since the last `take`. */
  function clear(): void {
    waiting = '';
    omitted = createOmitted();
  }

  return {
    /** Resolves when the text is stored as far as it must be. */
    add: async (text: string): Promise<void> => {
      omitted.characters += text.length;
      omitted.lines += countNewlines(text);
      const kept = text.slice(0, room);
      room -= kept.length;
      waiting += kept;
      if (waiting.length >= PIECE_LENGTH) await store(false);
    },
    /** What was added since the last call. */
    take: async (): Promise<Omitted> => {
      await store(true);
      const taken = omitted;
      clear();
      return taken;
    },
    clear,
  };
}

function createOmitted(): Omitted {
  return { pieces: [], characters: 0, lines: 0 };
}
