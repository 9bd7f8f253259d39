import { memo } from 'react';
import { ScrollBox } from '../ui/scroll-box.tsx';
import styles from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';
import { highlightPython } from './highlight-python.ts';

interface CodeBlockProps {
  source: string;
  /** The language as a fence names it; `python` is coloured, others are plain. */
  language: string;
}

const PYTHON = /^(python|python3|py|ipython|ipython3)$/i;

/** Code in a box that scrolls sideways, with a copy button. */
export const CodeBlock = memo(function CodeBlock({ source, language }: CodeBlockProps) {
  return (
    <div className={styles.box}>
      <ScrollBox className={styles.scroll}>
        <pre className={styles.code}>
          <code>{PYTHON.test(language) ? <PythonCode source={source} /> : source}</code>
        </pre>
      </ScrollBox>
      <CopyButton text={source} label="Copy code" />
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
