import { parser as pythonParser } from '@lezer/python';
import { type CSSProperties, type MouseEvent, memo, type ReactNode, useEffect, useRef } from 'react';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import styles from './code-block.module.css';
import { CODE_TEXTS } from './code-texts.ts';
import tokenStyles from './code-tokens.module.css';
import { type CodeParser, ColoredCode } from './colored-code.tsx';
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  source: string;
  /** The language as a fence names it; `python` is colored, others are plain without a parser. */
  language: string;
  parser?: CodeParser | null;
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
/** Code in a box that scrolls sideways, with a copy button. */
export const CodeBlock = memo(function CodeBlock({
  source,
  language,
  parser: given = null,
  actions,
  placeholder,
  markedLine = null,
  onClick,
  isLow = false,
}: CodeBlockProps) {
  const codeRef = useRef<HTMLElement>(null);
  const parser = PYTHON.test(language) ? pythonParser : given;
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
          <code ref={codeRef}>{parser ? <ColoredCode source={source} parser={parser} /> : source}</code>
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
