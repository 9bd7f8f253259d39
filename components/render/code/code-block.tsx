import { parser } from '@lezer/python';
import { type CSSProperties, type MouseEvent, memo, type ReactNode, useEffect, useRef } from 'react';
import { createLate } from '../../ui/layers/create-late.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import styles from './code-block.module.css';
import { CODE_TEXTS } from './code-texts.ts';
import tokenStyles from './code-tokens.module.css';
import { ColoredCode } from './colored-code.tsx';
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  source: string;
  /** The language as a fence names it; `python` and `sql` are colored, others are plain. */
  language: string;
  /** Buttons next to the copy button. */
  actions?: ReactNode;
  /** Shown when there is no code. */
  placeholder?: string;
  /** A line to mark, from 1. */
  markedLine?: number | null;
  /** Called when the code is clicked and no text is selected with it, with the place of the click in the code. */
  onClick?: ((offset: number) => void) | undefined;
  /** Whether long code scrolls within a few lines. */
  isLow?: boolean;
}

const PYTHON = /^(python|python3|py|ipython|ipython3)$/i;
// Few notebooks have SQL.
const SqlCode = createLate(
  async () => {
    // PostgreSQL's dialect is the nearest to that of DuckDB.
    const { parser: sqlParser } = (await import('./sql-language.ts')).PostgreSQL.language;
    return ({ source }: { source: string }) => <ColoredCode source={source} parser={sqlParser} />;
  },
  ({ source }: { source: string }) => source,
);

/** Code in a box that scrolls sideways, with a copy button. */
export const CodeBlock = memo(function CodeBlock({
  source,
  language,
  actions,
  placeholder,
  markedLine = null,
  onClick,
  isLow = false,
}: CodeBlockProps) {
  const codeRef = useRef<HTMLElement>(null);
  const click = ({ nativeEvent }: MouseEvent) => {
    // A tap scrolls, and would bring up a keyboard.
    const isTap = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch';
    const caret = document.getSelection();
    if (!codeRef.current || !caret || (source !== '' && (isTap || !caret.isCollapsed))) return;
    onClick?.(findOffset(codeRef.current, caret));
  };
  return (
    <div className={styles.box}>
      <ScrollBox className={isLow ? `${styles.scroll} ${styles.low}` : styles.scroll}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on its cell does the same. */}
        <pre className={`${styles.code} ${tokenStyles.tokens}`} onClick={onClick && click}>
          {markedLine !== null && <LineMark key={markedLine} line={markedLine} />}
          {source === '' && placeholder && <span className={styles.placeholder}>{placeholder}</span>}
          <code ref={codeRef}>
            <Colored source={source} language={language} />
          </code>
        </pre>
      </ScrollBox>
      <div className={styles.corner}>
        {actions}
        <CopyButton text={source} label={CODE_TEXTS.copy} />
      </div>
    </div>
  );
});

/** The caret's place in the text of `code`; its end if the caret is elsewhere. */
function findOffset(code: HTMLElement, { anchorNode, anchorOffset }: Selection): number {
  const range = document.createRange();
  range.selectNodeContents(code);
  if (anchorNode && code.contains(anchorNode)) range.setEnd(anchorNode, anchorOffset);
  return range.toString().length;
}

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

function Colored({ source, language }: Pick<CodeBlockProps, 'source' | 'language'>) {
  if (PYTHON.test(language)) return <ColoredCode source={source} parser={parser} />;
  return language.toLowerCase() === 'sql' ? <SqlCode source={source} /> : source;
}
