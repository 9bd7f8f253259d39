import { useDeferredValue } from 'react';
import { CodeBlock } from '../../render/code/code-block.tsx';
import { useLanguage } from '../../render/code/language-context.tsx';
import { Markdown } from '../../render/markdown/markdown.tsx';
import { CellFrame } from '../cells/cell-frame.tsx';
import { splitDraft } from './split-draft.ts';
import styles from './step-view.module.css';

/**
 * The reply as far as it has arrived, with its code where its cell will be, so that nothing moves then. Drawn when
 * the browser has time: parsing must not delay typing.
 */
export function DraftView({ text, isWriting }: { text: string; isWriting: boolean }) {
  const drawn = useDeferredValue(text);
  const language = useLanguage();
  const parts = splitDraft(drawn, language);
  return parts.map((part) => {
    const isLast = isWriting && part === parts.at(-1);
    return part.kind === 'code' ? (
      <CellFrame key={part.start} prompt="In [ ]" className={isLast ? styles.writtenCode : undefined}>
        <CodeBlock source={part.text} language={language} />
      </CellFrame>
    ) : (
      <div key={part.start} className={styles.draft} data-writing={isLast}>
        <Markdown text={part.text} />
      </div>
    );
  });
}
