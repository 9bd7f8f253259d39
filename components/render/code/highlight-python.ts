/** Python source as colored pieces, by the parser CodeMirror uses. */
import { classHighlighter, highlightCode } from '@lezer/highlight';
import { parser } from '@lezer/python';

export interface CodePiece {
  readonly text: string;
  /** Space-separated `tok-…` classes; empty for plain text. */
  readonly classes: string;
}

/** Pieces in order; joined, they are the source. Never fails: broken code is parsed as far as possible. */
export function highlightPython(source: string): CodePiece[] {
  const pieces: CodePiece[] = [];
  highlightCode(
    source,
    parser.parse(source),
    classHighlighter,
    (text, classes) => pieces.push({ text, classes }),
    () => pieces.push({ text: '\n', classes: '' }),
  );
  return pieces;
}
