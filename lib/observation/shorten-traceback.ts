/** A traceback cut to what the model can act on: its own frames, the last library frame, the message. */
import type { ErrorOutput } from '../notebook/output.ts';
import { toPlainText } from '../notebook/to-plain-text.ts';

const LIBRARY_FRAME =
  /^File .*?(?:[/\\](?:site|dist)-packages[/\\]|[/\\]lib[/\\]python\d|<frozen |\.(?:pyx|pxi):\d)/i;
const FRAME = /^\s*(?:File|Cell) /;

/** Plain text without terminal colours. IPython's rule line and table heading are left out. */
export function shortenTraceback(error: ErrorOutput): string {
  const parts = error.traceback.map((part) => toPlainText(part).trimEnd());
  const summary = error.evalue === '' ? error.ename : `${error.ename}: ${error.evalue}`;
  const kept = dropLibraryFrames(parts.filter((part) => !isHeading(part)));
  if (!kept.some((line) => line.includes(error.ename))) kept.push(toPlainText(summary));
  return kept.join('\n').trim();
}

function isHeading(part: string): boolean {
  return /^-{10,}$/.test(part) || /^\S+ +Traceback \(most recent call last\)$/.test(part.trim());
}

/** Of every run of library frames only the innermost one's first line stays: it names where the error arose. */
function dropLibraryFrames(parts: readonly string[]): string[] {
  const kept: string[] = [];
  let dropped: string[] = [];
  const flush = () => {
    const last = dropped.at(-1);
    if (!last) return;
    if (dropped.length > 1) kept.push(`[… library frames left out: ${dropped.length - 1} …]`);
    kept.push(last.split('\n', 1)[0] ?? '');
    dropped = [];
  };
  for (const part of parts) {
    if (FRAME.test(part) && LIBRARY_FRAME.test(part.trimStart())) dropped.push(part);
    else {
      flush();
      kept.push(part);
    }
  }
  flush();
  return kept;
}
