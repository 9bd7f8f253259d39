/** Finds, while a notebook file arrives, that it holds more than any notebook does: parsing it would stop everything else. */
import { AppError } from '../util/app-error.ts';

/** Elements of one list in the notebook itself, such as its cells. */
const MAX_CELLS = 10_000;
/** Lists, objects, strings and numbers together. A chart of half a million points has one million. */
const MAX_VALUES = 2_000_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
/** In a list that is a value of the notebook. */
const CELL_DEPTH = 2;

export interface NotebookBound {
  /** Bytes of the file, in order, whether or not they are JSON. Throws AppError `bad-request`, a fragment of a sentence. */
  add(bytes: Uint8Array): void;
}

export function createNotebookBound(): NotebookBound {
  let isInString = false;
  let isEscaped = false;
  let depth = 0;
  let values = 0;
  let cells = 0;

  function open(isObject: boolean): void {
    if (isObject && depth === CELL_DEPTH) cells++;
    depth++;
    values++;
  }

  function close(): void {
    depth--;
    if (depth < CELL_DEPTH) cells = 0;
  }

  function take(byte: number | undefined): void {
    if (byte === QUOTE) isInString = true;
    else if (byte === COMMA) values++;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) open(byte === OPEN_OBJECT);
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) close();
    else return;
    if (cells > MAX_CELLS) throw tooMany(MAX_CELLS, 'cells');
    if (values > MAX_VALUES) throw tooMany(MAX_VALUES, 'values');
  }

  /** Where the string ends, after its quote, or the bytes do. */
  function skipString(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at];
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) {
        isInString = false;
        return at + 1;
      }
    }
    return bytes.length;
  }

  return {
    add: (bytes) => {
      for (let at = 0; at < bytes.length; ) {
        if (isInString) at = skipString(bytes, at);
        else take(bytes[at++]);
      }
    },
  };
}

function tooMany(count: number, what: string): AppError {
  return new AppError('bad-request', `it has more than ${count.toLocaleString('en-US')} ${what}`);
}
