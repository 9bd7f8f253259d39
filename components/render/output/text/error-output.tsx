'use client';

import { useState } from 'react';
import type { ErrorOutput as Failure } from '../../../../lib/notebook/output.ts';
import { toPlainText } from '../../../../lib/notebook/to-plain-text.ts';
import { formatCount } from '../../../../lib/util/format-count.ts';
import { ScrollBox } from '../../../ui/scroll-box.tsx';
import { useShowLine } from '../../code/cell-lines-context.tsx';
import { copyTool } from '../parts/copy-tools.tsx';
import { WithTools } from '../parts/output-tools.tsx';
import { AnsiText } from './ansi-text.tsx';
import { clipText } from './clip-text.ts';
import styles from './error-output.module.css';
import { type CellLine, findCellLines, groupTraceback } from './group-traceback.ts';
import { TEXT_OUTPUT_TEXTS } from './text-output-texts.ts';

const MAX_HEADLINE_CHARACTERS = 4_000;
/** What Python raises when the user stops it: not a failure. */
const INTERRUPTED = 'KeyboardInterrupt';

/** An exception: its message, and a traceback through the user's own code; library frames are folded. */
export function ErrorOutput({ output }: { output: Failure }) {
  const { ename, evalue, traceback } = output;
  const written = () => toPlainText(traceback.length > 0 ? traceback.join('\n') : `${ename}: ${evalue}`);
  const groups = groupTraceback(output);
  let part = 0;
  return (
    <WithTools tools={[copyTool(written)]}>
      <div className={styles.error} data-interrupted={ename === INTERRUPTED}>
        <p className={styles.headline}>
          <strong>{ename}</strong>
          {evalue && ': '}
          <AnsiText text={shorten(evalue)} />
        </p>
        {groups.length > 0 && (
          <ScrollBox className={styles.traceback} label="Traceback" isFollowing={false}>
            <div className={styles.groups}>
              {groups.map(({ kind, parts }) => {
                const key = part;
                part += parts.length;
                if (kind === 'own') return <Frames key={key} parts={parts} />;
                return (
                  <details key={key}>
                    <summary className={styles.summary}>
                      {TEXT_OUTPUT_TEXTS.libraryFrames(parts.length)}
                    </summary>
                    <Frames parts={parts} />
                  </details>
                );
              })}
            </div>
          </ScrollBox>
        )}
      </div>
    </WithTools>
  );
}

/** The whole message is in the copied text. */
function shorten(evalue: string): string {
  const { head, hiddenCharacters } = clipText(evalue, MAX_HEADLINE_CHARACTERS);
  return hiddenCharacters === 0
    ? evalue
    : `${head}\n${TEXT_OUTPUT_TEXTS.hidden(formatCount(evalue.length - head.length))}`;
}

function Frames({ parts }: { parts: readonly string[] }) {
  let offset = 0;
  return (
    <pre className={styles.frames}>
      {findCellLines(parts.map((part) => part.trimEnd()).join('\n')).map(({ text, target }) => {
        const key = offset;
        offset += text.length;
        return target ? (
          <CellLineLink key={key} target={target} text={text} />
        ) : (
          <AnsiText key={key} text={text} />
        );
      })}
    </pre>
  );
}

/** The name of a cell's line, as a link to it. */
function CellLineLink({ target, text }: { target: CellLine; text: string }) {
  const show = useShowLine();
  const [isGone, setGone] = useState(false);
  if (!show) return text;
  return (
    <>
      <button
        type="button"
        data-content
        className={styles.link}
        onClick={({ currentTarget }) => {
          const frame = currentTarget.closest<HTMLElement>('[data-cell-id]');
          setGone(!show(frame?.dataset.cellId ?? null, target));
        }}
      >
        {text}
      </button>
      <span role="status" className={styles.gone}>
        {isGone && ` ${TEXT_OUTPUT_TEXTS.lineGone}`}
      </span>
    </>
  );
}
