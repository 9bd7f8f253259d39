/**
 * IPython's own syntax made into comments, so that plain Python runs the rest: line magics (`%time`), shell lines
 * (`!ls`), help (`df?`), and whole cells of other languages (`%%bash`). Cell magics whose body is Python (`%%time`)
 * lose their first line only. Source: https://ipython.readthedocs.io/en/stable/interactive/reference.html
 */

/** Cell magics that run their body as Python in the notebook's own names. */
const PYTHON_MAGICS = /^%%(?:time|timeit|capture|prun)\b/;
const CELL_MAGIC = /^%%\w/;
const LINE_MAGIC = /^\s*(?:[%!][^\s=%!]|!!|!\s+\S|\?{1,2}\w)/;
const ASSIGNED = /^[\p{XID_Continue}.,\s[\]'"*]+=\s*(?:!|%[A-Za-z])/u;
const HELP = /^\s*[\p{XID_Continue}.]+(?:\*[\p{XID_Continue}.*]*)?\?{1,2}\s*$/u;

export function commentMagics(source: string): string {
  const [first = ''] = source.trimStart().split('\n');
  if (CELL_MAGIC.test(first)) {
    const lines = source.trimStart().split('\n');
    const [head = '', ...body] = lines;
    return PYTHON_MAGICS.test(first)
      ? [`# ${head}`, commentMagics(body.join('\n'))].join('\n')
      : lines.map((line) => `# ${line}`.trimEnd()).join('\n');
  }
  const isOpen = createOpenTracker();
  let isContinued = false;
  const lines = source.split('\n').map((line) => {
    if (!isContinued && (isOpen(line) || !isMagic(line))) return line;
    const comment = isContinued ? `# ${line}` : toComment(line);
    // As in a shell, a backslash continues such a line.
    isContinued = line.endsWith('\\');
    return comment;
  });
  return lines.join('\n');
}

function isMagic(line: string): boolean {
  return LINE_MAGIC.test(line) || ASSIGNED.test(line) || HELP.test(line);
}

/** `pass` keeps a block from being empty. */
function toComment(line: string): string {
  const indent = /^\s*/.exec(line)?.[0] ?? '';
  return indent === '' ? `# ${line}` : `${indent}pass  # ${line.trim()}`;
}

/** Describes each line, in order, whether it continues the line before: in a string, in brackets, or by `\`. */
function createOpenTracker(): (line: string) => boolean {
  let open: Open = { depth: 0, quote: '' };
  let isContinued = false;
  return (line) => {
    const wasOpen = open.depth > 0 || open.quote !== '' || isContinued;
    // A shell line may hold any quotes and brackets.
    if (!wasOpen && isMagic(line)) return false;
    open = readLine(line, open);
    isContinued = line.endsWith('\\');
    // A string of one line ends with it.
    if (open.quote.length === 1 && !isContinued) open = { ...open, quote: '' };
    return wasOpen;
  };
}

interface Open {
  /** Brackets. */
  depth: number;
  /** Of the unfinished string; empty for none. */
  quote: string;
}

/** An escaped character, a quote, a comment's start, or a bracket. */
const TOKEN = /\\.|"""|'''|["'#([{)\]}]/g;
const QUOTES = new Set(['"""', "'''", '"', "'"]);

function readLine(line: string, { depth, quote }: Open): Open {
  let open = { depth, quote };
  for (const [token] of line.matchAll(TOKEN)) {
    if (open.quote !== '') open = { ...open, quote: token === open.quote ? '' : open.quote };
    else if (token === '#') break;
    else if (QUOTES.has(token)) open = { ...open, quote: token };
    else open = { ...open, depth: Math.max(0, open.depth + toStep(token)) };
  }
  return open;
}

function toStep(token: string): number {
  if ('([{'.includes(token)) return 1;
  return ')]}'.includes(token) ? -1 : 0;
}
