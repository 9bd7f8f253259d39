'use client';

import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import type { ModelInfo } from '../../lib/protocol/run.ts';
import { createSession, startRun } from '../api/actbook-api.ts';
import { Composer } from '../composer/composer.tsx';
import { ModelPicker } from '../composer/model-picker.tsx';
import { submitTask } from '../composer/submit-task.ts';
import type { Draft } from '../composer/use-draft.ts';
import { ThemeToggle } from '../ui/theme-toggle.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import { type ExampleEntry, ExampleList } from './example-list.tsx';
import { type SessionEntry, SessionList } from './session-list.tsx';
import styles from './start-page.module.css';

interface StartPageProps {
  /** The first is the default. */
  models: readonly ModelInfo[];
  examples: readonly ExampleEntry[];
  /** Newest first. */
  sessions: readonly SessionEntry[];
  /** The server's time, so that server and browser write the same ages. */
  now: number;
}

/** Where everything starts: a question about some data. */
export function StartPage({ models, examples, sessions, now }: StartPageProps) {
  const router = useRouter();
  const [modelId, setModelId] = useState(models[0]?.id ?? '');
  // Sending again after a failure goes on in the session that exists, with the files that are there.
  const startedRef = useRef<{ sessionId: string; sent: WeakSet<File> } | null>(null);

  const send = async (draft: Draft) => {
    startedRef.current ??= { sessionId: await createSession({}), sent: new WeakSet() };
    const { sessionId, sent } = startedRef.current;
    await submitTask({ sessionId, draft, sent, model: modelId });
    router.push(`/sessions/${sessionId}`);
  };
  const askExample = async (example: ExampleEntry, task: string) => {
    const sessionId = await createSession({ example: example.id });
    await startRun(sessionId, { task, files: [example.file], model: modelId });
    router.push(`/sessions/${sessionId}`);
  };
  return (
    <>
      <header className={styles.header}>
        <Wordmark />
        <ThemeToggle />
      </header>
      <main className={styles.main}>
        <div className={styles.hero}>
          <h1 className={styles.title}>What do you want to know?</h1>
          <p className={styles.lead}>
            Ask about your data. The agent writes Python, runs it in a live Jupyter kernel, and shows every
            cell.
          </p>
          <Composer
            label="Task"
            placeholder="Drop a file and ask a question"
            autoFocus
            footer={<ModelPicker models={models} value={modelId} onChange={setModelId} />}
            onSend={send}
          />
        </div>
        <ExampleList examples={examples} onAsk={askExample} />
        <SessionList sessions={sessions} now={now} />
      </main>
    </>
  );
}
