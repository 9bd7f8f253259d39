'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useState } from 'react';
import type { KernelSpec } from '../../../lib/protocol/kernel/kernel-spec.ts';
import type { RemovedProvider } from '../../../lib/protocol/models/model-catalog.ts';
import { traitsOf } from '../../../lib/protocol/models/model-traits.ts';
import type { ApprovalMode, ModelInfo } from '../../../lib/protocol/runs/run.ts';
import type { SessionEntries } from '../../../lib/protocol/sessions/session-summary.ts';
import { chooseApproval, createSession, importNotebook, startRun } from '../../api/actbook-api.ts';
import { ApprovalPicker } from '../../ask/approval-picker.tsx';
import { useAttachedFiles } from '../../ask/composer/attached-files-provider.tsx';
import { Composer } from '../../ask/composer/composer.tsx';
import { submitTask } from '../../ask/composer/submit-task.ts';
import { useAttachments } from '../../ask/composer/use-attachments.ts';
import type { Draft, OpenNotebook } from '../../ask/composer/use-draft.ts';
import { KernelPicker } from '../../ask/kernel-picker.tsx';
import { ModelPicker } from '../../ask/models/model-picker.tsx';
import { RemovedProvidersProvider } from '../../ask/models/removed-providers-context.ts';
import { SessionList } from '../../panels/sessions/session-list.tsx';
import { SettingsButton } from '../../panels/settings/settings-button.tsx';
import { DEFAULT_KERNEL } from '../../preferences/preferences.ts';
import { usePreferences } from '../../preferences/use-preferences.tsx';
import { ThemeToggle } from '../../ui/controls/theme-toggle.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import { beginSession } from './begin-session.ts';
import { type ExampleEntry, ExampleList } from './example-list.tsx';
import { NotebookButtons } from './notebook-buttons.tsx';
import styles from './start-page.module.css';
import { START_TEXTS } from './start-texts.ts';

interface StartPageProps {
  /** Those that are configured; the first is the default. */
  models: readonly ModelInfo[];
  /** Servers that were removed. */
  removed: readonly RemovedProvider[];
  /** Those that can be chosen; empty if they were not known in time. */
  kernels: readonly KernelSpec[];
  /** Whether answers are reviewed unless the user chooses. */
  isReviewed: boolean;
  examples: readonly ExampleEntry[];
  entries: SessionEntries;
  /** The server's time, so that server and browser render the same ages. */
  now: number;
}

/** Where everything starts: a question about some data. */
export function StartPage(props: StartPageProps) {
  const { models, removed, kernels, isReviewed, examples, entries, now } = props;
  const router = useRouter();
  const preferences = usePreferences();
  const [ownModel, setChosen] = useState<ModelInfo | null>(null);
  const [ownReview, setReview] = useState<boolean | null>(null);
  const [ownApproval, setApproval] = useState<ApprovalMode | null>(null);
  const [ownKernel, setKernel] = useState<string | null>(null);
  const attachments = useAttachments(useAttachedFiles());
  const { items, clear } = attachments;
  const files = items.map(({ file }) => file);
  const hasFiles = files.length > 0;
  const chosen = ownModel ?? preferences.model;
  const review = ownReview ?? preferences.review ?? isReviewed;
  const approval = ownApproval ?? preferences.approval;
  const chosenKernel = ownKernel ?? preferences.kernel;
  const model = chosen ?? models[0];
  // A model that does not write every language needs no choice of one.
  const isAnyKernel = model === undefined || traitsOf(model).languages === undefined;
  const kernel = isAnyKernel ? chosenKernel : DEFAULT_KERNEL;
  // Only an explicit choice is saved with the session, because the default may change.
  const choice = chosen ? { model: chosen.id } : {};

  // The browser asks before they are lost.
  useEffect(() => {
    if (!hasFiles) return;
    const warn = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [hasFiles]);
  /** Goes to a notebook that has these files now. */
  const open = useCallback(
    (sessionId: string, sent: readonly File[]) => {
      clear(sent);
      router.push(`/sessions/${sessionId}`);
    },
    [clear, router],
  );
  const send = async (draft: Draft) => {
    const sessionId = await beginSession(
      () => createSession({ ...choice, kernel }),
      [],
      (id) => submitTask(id, draft, { model: chosen?.id, review, approval }),
    );
    open(sessionId, draft.files);
  };
  const openNotebook = useCallback<OpenNotebook>(
    async (notebook, beside) => {
      const choose = (id: string) => chooseApproval(id, approval);
      const sessionId = await beginSession(() => importNotebook(notebook), beside, choose);
      open(sessionId, beside);
    },
    [open, approval],
  );
  const askExample = async (example: ExampleEntry, task: string) => {
    const sessionId = await beginSession(
      () => createSession({ ...choice, kernel, example: example.id }),
      files,
      (id) => startRun(id, { task, files: [example.file], ...choice, review, approval }),
    );
    open(sessionId, files);
  };
  // People who come back find their notebooks first.
  const isBack = entries.sessions.length > 0;
  const exampleList = <ExampleList examples={examples} onAsk={askExample} />;
  return (
    <RemovedProvidersProvider value={removed}>
      <header className={styles.header}>
        <Wordmark />
        <div className={styles.headerActions}>
          <SettingsButton models={models} isReviewed={isReviewed} />
          <ThemeToggle />
        </div>
      </header>
      <main className={styles.main}>
        <div className={styles.hero}>
          <h1 className={styles.title}>{START_TEXTS.title}</h1>
          {!isBack && <p className={styles.lead}>{START_TEXTS.lead}</p>}
          <Composer
            scope="start"
            label="Task"
            placeholder={START_TEXTS.placeholder}
            autoFocus
            footer={
              <>
                <ModelPicker
                  {...{ models, value: model }}
                  onChange={setChosen}
                  isReviewed={review}
                  onReviewChange={setReview}
                />
                <ApprovalPicker value={approval} onChange={setApproval} />
                {/* Last, because it may appear late. */}
                {isAnyKernel && <KernelPicker value={kernel} onChange={setKernel} known={kernels} />}
              </>
            }
            openNotebook={openNotebook}
            attachments={attachments}
            onSend={send}
          />
          <NotebookButtons
            approval={approval}
            kernel={chosenKernel}
            kernels={kernels}
            files={files}
            onOpen={openNotebook}
            onCreate={(sessionId) => open(sessionId, files)}
          />
        </div>
        {!isBack && exampleList}
        <section className={styles.sessions} aria-labelledby="sessions">
          <h2 id="sessions" className={styles.heading}>
            {START_TEXTS.notebooks}
          </h2>
          <SessionList initial={entries} now={now} />
        </section>
        {isBack && exampleList}
      </main>
    </RemovedProvidersProvider>
  );
}
