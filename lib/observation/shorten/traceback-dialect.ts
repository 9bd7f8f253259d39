/** How the kernels of each language write an error's way: which lines are its frames, and which of those are not the user's. */
import type { ErrorOutput } from '../../notebook/output.ts';

export interface TracebackDialect {
  frame: RegExp;
  /** Tested against a frame without the blanks before it. */
  library: RegExp;
  /** Lines that say nothing. */
  heading: RegExp;
  /** Leaves out the parts of a line that mislead or are too long. */
  tidy?: (line: string) => string;
}

const MAX_CALL_LENGTH = 300;

const IPYTHON: TracebackDialect = {
  frame: /^\s*(?:File|Cell) /,
  library: /^File .*?(?:[/\\](?:site|dist)-packages[/\\]|[/\\]lib[/\\]python\d|<frozen |\.(?:pyx|pxi):\d)/i,
  heading: /^-{10,}$|^\s*\S+ +Traceback \(most recent call last\)\s*$/,
};

/** IRkernel numbers the calls from the outermost on; code of cells carries its line. */
const IRKERNEL: TracebackDialect = {
  frame: /^\d+\. /,
  library: /^(?!1\. )(?!.* # at line \d)/s,
  heading: /^$/,
  // A call is written with its arguments, which may be whole tables.
  tidy: (line) => {
    const short = line.length > MAX_CALL_LENGTH ? `${line.slice(0, MAX_CALL_LENGTH)} …` : line;
    return short.replace(/\nTraceback:$/, '').replace(' of file <text>', '');
  },
};

/** V8's, in which positions in a cell are those of the JavaScript that Deno made of it. */
const DENO: TracebackDialect = {
  frame: /^ {4}at /,
  library: /^at .*\(?(?:ext|node|npm|jsr|https?|file):/,
  heading: /^$/,
  tidy: (line) => line.replace(/<anonymous>:\d+:\d+/, '<anonymous>'),
};

export function findDialect({ ename, traceback }: ErrorOutput): TracebackDialect {
  if (ename === 'ERROR' && /\nTraceback:\s*$/.test(traceback[0] ?? '')) return IRKERNEL;
  return traceback.some((line) => DENO.frame.test(line)) ? DENO : IPYTHON;
}
