import { memo } from 'react';
import { type DiffLine, diffLines } from '../../../lib/util/diff-lines.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { DIFF_TEXTS } from './diff-texts.ts';
import styles from './line-diff.module.css';

interface LineDiffProps {
  before: string;
  after: string;
}

/** Lines that are the same on both sides of a change and shown with it. */
const CONTEXT_LINES = 3;

/** The difference between two versions of code, line by line, with what is the same far from it left out. */
export const LineDiff = memo(function LineDiff({ before, after }: LineDiffProps) {
  const lines = diffLines(before, after);
  return (
    <ScrollBox className={styles.box} label={DIFF_TEXTS.difference}>
      <pre className={styles.lines}>
        {listParts(lines).map((part) =>
          part.skipped > 0 ? (
            <span key={part.index} className={styles.skipped}>
              {DIFF_TEXTS.skippedLines(part.skipped)}
            </span>
          ) : (
            <DiffRow key={part.index} line={part.line} />
          ),
        )}
      </pre>
    </ScrollBox>
  );
});

const MARKS: Record<DiffLine['kind'], string> = { same: ' ', added: '+', removed: '−' };
const ELEMENTS = { same: 'span', added: 'ins', removed: 'del' } as const;

function DiffRow({ line: { kind, text } }: { line: DiffLine }) {
  const Element = ELEMENTS[kind];
  return (
    <Element className={styles.line} data-kind={kind}>
      <span className={styles.mark} aria-hidden="true">
        {MARKS[kind]}
      </span>
      {kind !== 'same' && <span className="visually-hidden">{DIFF_TEXTS.lineKind[kind]} </span>}
      {/* An empty line is as high as the others. */}
      {text === '' ? '\u200b' : text}
    </Element>
  );
}

/** A line, or how many are left out where it is the first of them. */
interface Part {
  readonly index: number;
  readonly line: DiffLine;
  readonly skipped: number;
}

function listParts(lines: readonly DiffLine[]): Part[] {
  const isNear = lines.map((_, index) =>
    lines
      .slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1)
      .some(({ kind }) => kind !== 'same'),
  );
  return lines.flatMap((line, index) => {
    if (isNear[index]) return [{ index, line, skipped: 0 }];
    if (index > 0 && !isNear[index - 1]) return [];
    const end = isNear.indexOf(true, index);
    return [{ index, line, skipped: (end < 0 ? lines.length : end) - index }];
  });
}
