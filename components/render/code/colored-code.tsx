import { classHighlighter, highlightCode } from '@lezer/highlight';
import type { parser } from '@lezer/python';

interface CodePiece {
  readonly text: string;
  /** Space-separated `tok-…` classes; empty for plain text. */
  readonly classes: string;
}

/** A parser of CodeMirror. */
export type CodeParser = Pick<typeof parser, 'parse'>;

/** Code in the colors of its language. */
export function ColoredCode({ source, parser }: { source: string; parser: CodeParser }) {
  let offset = 0;
  return highlightSource(source, parser).map(({ text, classes }) => {
    const key = offset;
    offset += text.length;
    return classes ? (
      <span key={key} className={classes}>
        {text}
      </span>
    ) : (
      text
    );
  });
}

/**
 * Source as colored pieces, by a parser that CodeMirror uses: in order; joined, they are the source. Never fails: broken
 * code is parsed as far as possible.
 */
export function highlightSource(source: string, parser: CodeParser): CodePiece[] {
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
