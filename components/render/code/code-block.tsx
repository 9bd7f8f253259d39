import { type CSSProperties, memo, type ReactNode, useEffect, useRef } from 'react';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import styles from './code-block.module.css';
import { CODE_TEXTS } from './code-texts.ts';
import tokenStyles from './code-tokens.module.css';
import { CopyButton } from './copy-button.tsx';
import { highlightPython } from './highlight-python.ts';

interface CodeBlockProps {
  source: string;
  /** The language as a fence names it; `python` is colored, others are plain. */
  language: string;
  /** Buttons next to the copy button. */
  actions?: ReactNode;
  /** Shown when there is no code. */
  placeholder?: string;
  /** A line to mark, from 1. */
  markedLine?: number | null;
  /** What a double click on the code does, besides selecting a word. */
  onDoubleClick?: (() => void) | undefined;
}

const PYTHON = /^(python|python3|py|ipython|ipython3)$/i;

/** Code in a box that scrolls sideways, with a copy button. */
export const CodeBlock = memo(function CodeBlock({
  source,
  language,
  actions,
  placeholder,
  markedLine = null,
  onDoubleClick,
}: CodeBlockProps) {
  return (
    <div className={styles.box}>
      <ScrollBox className={styles.scroll}>
        <pre className={`${styles.code} ${tokenStyles.tokens}`} onDoubleClick={onDoubleClick}>
          {markedLine !== null && <LineMark key={markedLine} line={markedLine} />}
          {source === '' && placeholder && <span className={styles.placeholder}>{placeholder}</span>}
          <code>{PYTHON.test(language) ? <PythonCode source={source} /> : source}</code>
        </pre>
      </ScrollBox>
      <div className={styles.corner}>
        {actions}
        <CopyButton text={source} label={CODE_TEXTS.copy} />
      </div>
    </div>
  );
});

/** Highlights a line of code and scrolls it into view when drawn; each line gets its own mark. */
function LineMark({ line }: { line: number }) {
  const markRef = useRef<HTMLSpanElement>(null);
  useEffect(() => markRef.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <span ref={markRef} className={styles.mark} style={{ '--line': line } as CSSProperties}>
      <span className="visually-hidden">{CODE_TEXTS.lineMarked(line)} </span>
    </span>
  );
}

function PythonCode({ source }: { source: string }) {
  let offset = 0;
  return highlightPython(source).map(({ text, classes }) => {
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
