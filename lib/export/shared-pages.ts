/** Pages of shared notebooks, kept while nothing changes: a link needs no login, and a page may take long to make. */
import { isAppError } from '../util/app-error.ts';

/** Pages kept beside the last one, characters; those asked for longest ago go first. */
const MAX_KEPT_LENGTH = 64 * 1024 ** 2;
/** A machine that was busy made a plain page, or none: it gets another chance after this time, milliseconds. */
const KEPT_MS = 10 * 60_000;

export interface SharedPages {
  /**
   * The page of a notebook that shows at least its events up to `lastSeq`. Whoever asks for the same waits for the same.
   * Throws AppError `too-large`, which is remembered too, and `too-many`.
   */
  read(sessionId: string, lastSeq: number): Promise<string>;
}

/** `onRead` is called with the last event that the page will show, once that is known. */
type MakePage = (sessionId: string, onRead: (seq: number) => void) => Promise<string>;

interface Entry {
  /** Null while the page waits for its turn: it will show all that is there by then. */
  seq: number | null;
  page: Promise<string>;
  /** Length of the page, characters; 0 while there is none. */
  length: number;
  /** Milliseconds since 1970; without an end while it is being made. */
  keptUntil: number;
}

export function createSharedPages(
  makePage: MakePage,
  { maxKeptLength = MAX_KEPT_LENGTH, keptMs = KEPT_MS } = {},
): SharedPages {
  /** Entries by session; those that were asked for longest ago come first. */
  const entries = new Map<string, Entry>();

  function begin(sessionId: string): Entry {
    const onRead = (seq: number) => {
      entry.seq = seq;
    };
    const page = makePage(sessionId, onRead);
    const entry: Entry = { seq: null, length: 0, page, keptUntil: Number.POSITIVE_INFINITY };
    entry.page.then(
      (page) => {
        entry.keptUntil = Date.now() + keptMs;
        entry.length = page.length;
        trim();
      },
      (error: unknown) => {
        entry.keptUntil = Date.now() + keptMs;
        const isKept = isAppError(error) && error.code === 'too-large';
        if (!isKept && entries.get(sessionId) === entry) entries.delete(sessionId);
      },
    );
    return entry;
  }

  function trim(): void {
    let length = 0;
    for (const [index, [sessionId, entry]] of [...entries].reverse().entries()) {
      length += entry.length;
      if (index > 0 && entry.length > 0 && length > maxKeptLength) entries.delete(sessionId);
    }
  }

  return {
    read: (sessionId, lastSeq) => {
      const found = entries.get(sessionId);
      const entry = found && isFresh(found, lastSeq) ? found : begin(sessionId);
      entries.delete(sessionId);
      entries.set(sessionId, entry);
      return entry.page;
    },
  };
}

function isFresh({ seq, keptUntil }: Entry, lastSeq: number): boolean {
  return (seq === null || seq >= lastSeq) && Date.now() < keptUntil;
}
