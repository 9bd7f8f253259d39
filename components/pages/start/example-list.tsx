'use client';

import { useState } from 'react';
import { toMessage } from '../../../lib/util/app-error.ts';
import { ChevronIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notices/notice.tsx';
import styles from './example-list.module.css';
import { START_TEXTS } from './start-texts.ts';

/** A bundled table with questions about it. */
export interface ExampleEntry {
  readonly id: string;
  readonly title: string;
  /** Its name in the workspace. */
  readonly file: string;
  /** Where it comes from and its license. */
  readonly credit: string;
  readonly tasks: readonly string[];
}

interface ExampleListProps {
  examples: readonly ExampleEntry[];
  /** Starts a session; what it throws is shown. */
  onAsk: (example: ExampleEntry, task: string) => Promise<void>;
}

/** Questions to try right away, without your own data. */
export function ExampleList({ examples, onAsk }: ExampleListProps) {
  const [asked, setAsked] = useState('');
  const [failure, setFailure] = useState('');
  const ask = async (example: ExampleEntry, task: string) => {
    setAsked(task);
    setFailure('');
    try {
      await onAsk(example, task);
    } catch (error) {
      setFailure(toMessage(error));
      setAsked('');
    }
  };
  if (examples.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="examples">
      <h2 id="examples" className={styles.heading}>
        {START_TEXTS.examples}
      </h2>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <div className={styles.cards}>
        {examples.map((example) => (
          <ExampleCard
            key={example.id}
            example={example}
            asked={asked}
            onAsk={(task) => ask(example, task)}
          />
        ))}
      </div>
    </section>
  );
}

interface ExampleCardProps {
  example: ExampleEntry;
  /** The task that is being started; empty if none is. */
  asked: string;
  onAsk: (task: string) => void;
}

function ExampleCard({ example, asked, onAsk }: ExampleCardProps) {
  return (
    <article className={styles.card}>
      <h3 className={styles.title}>{example.title}</h3>
      <ul className={styles.tasks}>
        {example.tasks.map((task) => (
          <li key={task}>
            <button
              type="button"
              className={styles.task}
              disabled={asked !== ''}
              aria-busy={asked === task}
              onClick={() => onAsk(task)}
            >
              <span>{task}</span>
              <ChevronIcon size={14} />
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.credit}>
        {example.file} · {example.credit}
      </p>
    </article>
  );
}
