import { memo, type ReactNode } from 'react';
import { ScrollBox } from '../ui/scroll-box.tsx';
import styles from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';
import { highlightPython } from './highlight-python.ts';

interface CodeBlockProps {
  source: string;
  /** The language as a fence names it; `python` is coloured, others are plain. */
  language: string;
  /** Buttons beside the one that copies. */
  actions?: ReactNode;
}

const PYTHON = /^(python|python3|py|ipython|ipython3)$/i;

/** Code in a box that scrolls sideways, with a copy button. */
export const CodeBlock = memo(function CodeBlock({ source, language, actions }: CodeBlockProps) {
  return (
    <div className={styles.box}>
      <ScrollBox className={styles.scroll}>
        <pre className={styles.code}>
          <code>{PYTHON.test(language) ? <PythonCode source={source} /> : source}</code>
        </pre>
      </ScrollBox>
      <div className={styles.corner}>
        {actions}
        <CopyButton text={source} label="Copy code" />
      </div>
    </div>
  );
});

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
