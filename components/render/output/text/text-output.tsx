'use client';

import { memo, useState } from 'react';
import { toVisibleText } from '../../../../lib/notebook/terminal-text.ts';
import { toPlainText } from '../../../../lib/notebook/to-plain-text.ts';
import { formatCount } from '../../../../lib/util/format-count.ts';
import { trimEndLines } from '../../../../lib/util/trim-end-lines.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ScrollBox } from '../../../ui/scroll-box.tsx';
import { copyTool, saveTool } from '../parts/copy-tools.tsx';
import { type OutputTool, WithTools } from '../parts/output-tools.tsx';
import { AnsiText } from './ansi-text.tsx';
import { clipText } from './clip-text.ts';
import styles from './text-output.module.css';
import { TEXT_OUTPUT_TEXTS } from './text-output-texts.ts';

const MAX_CHARACTERS = 20_000;
/** With each click; all of a large text would take the page long to lay out. */
const MORE_CHARACTERS = 200_000;

interface TextOutputProps {
  text: string;
  tone?: 'plain' | 'stderr';
}

/** This many lines always fit in the box. */
const MAX_BOX_LINES = 15;

/** Terminal text in a scrolling box or at full height; long text is cut in the middle until the user asks for all. */
export const TextOutput = memo(function TextOutput({ text, tone = 'plain' }: TextOutputProps) {
  const [limit, setLimit] = useState(MAX_CHARACTERS);
  const [isTall, setTall] = useState(false);
  const shown = withoutCursor(text);
  const { head, tail, hiddenCharacters } = clipText(shown, limit);
  if (shown === '') return null;
  const tools: OutputTool[] = [
    copyTool(() => toPlainText(shown)),
    saveTool(() => toPlainText(shown), 'output.txt', 'text/plain'),
  ];
  if (isTall || hasManyLines(shown)) {
    tools.unshift({
      label: isTall ? 'Scroll' : 'Open',
      name: isTall ? TEXT_OUTPUT_TEXTS.scroll : TEXT_OUTPUT_TEXTS.open,
      act: () => {
        setTall(!isTall);
        return '';
      },
    });
  }
  return (
    <WithTools tools={tools}>
      <ScrollBox
        className={`${styles.box} ${tone === 'stderr' ? styles.stderr : ''} ${isTall ? styles.tall : ''}`}
      >
        <div className={styles.parts}>
          <pre className={styles.text}>
            <AnsiText text={head} />
          </pre>
          {hiddenCharacters > 0 && (
            <>
              <p className={styles.cut}>
                {TEXT_OUTPUT_TEXTS.hidden(formatCount(hiddenCharacters))}
                <Button onClick={() => setLimit(limit + MORE_CHARACTERS)}>
                  {hiddenCharacters <= MORE_CHARACTERS
                    ? TEXT_OUTPUT_TEXTS.showAll
                    : TEXT_OUTPUT_TEXTS.showMore(formatCount(MORE_CHARACTERS))}
                </Button>
              </p>
              <pre className={styles.text}>
                <AnsiText text={tail} />
              </pre>
            </>
          )}
        </div>
      </ScrollBox>
    </WithTools>
  );
});

function hasManyLines(text: string): boolean {
  let at = -1;
  for (let lines = 0; lines < MAX_BOX_LINES; lines++) {
    at = text.indexOf('\n', at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** Removes the cursor position and empty lines at the end. */
function withoutCursor(text: string): string {
  return trimEndLines(toVisibleText(text));
}
