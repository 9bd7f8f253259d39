'use client';

import { memo, useState } from 'react';
import { toVisibleText } from '../../lib/notebook/terminal-text.ts';
import { formatCount } from '../../lib/util/format-count.ts';
import { Button } from '../ui/button.tsx';
import { ScrollBox } from '../ui/scroll-box.tsx';
import { AnsiText } from './ansi-text.tsx';
import { clipText } from './clip-text.ts';
import styles from './text-output.module.css';

const MAX_CHARACTERS = 20_000;

interface TextOutputProps {
  text: string;
  tone?: 'plain' | 'stderr';
}

/** Terminal text in a box that scrolls; a long one is cut in the middle until the person asks for all. */
export const TextOutput = memo(function TextOutput({ text, tone = 'plain' }: TextOutputProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = withoutCursor(text);
  const { head, tail, hiddenCharacters } = clipText(shown, isWhole ? Infinity : MAX_CHARACTERS);
  if (shown === '') return null;
  return (
    <ScrollBox className={`${styles.box} ${styles[tone]}`}>
      <pre className={styles.text}>
        <AnsiText text={head} />
      </pre>
      {hiddenCharacters > 0 && (
        <>
          <p className={styles.cut}>
            {formatCount(hiddenCharacters)} characters not shown
            <Button onClick={() => setWhole(true)}>Show all</Button>
          </p>
          <pre className={styles.text}>
            <AnsiText text={tail} />
          </pre>
        </>
      )}
    </ScrollBox>
  );
});

/** Without the note of where the cursor stands, and without empty lines at the end. */
function withoutCursor(text: string): string {
  return toVisibleText(text).replace(/\n+$/, '');
}
