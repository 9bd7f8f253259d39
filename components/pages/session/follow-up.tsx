'use client';

import { useState } from 'react';
import { traitsOf } from '../../../lib/protocol/models/model-traits.ts';
import type { ModelInfo, RunRequest } from '../../../lib/protocol/runs/run.ts';
import { findActiveRebuild, findActiveRun, isBusy, type Session } from '../../../lib/session/session.ts';
import { isWaitingForPerson } from '../../../lib/session/view/cells/find-waiting-cell.ts';
import { findActiveWays } from '../../../lib/session/ways.ts';
import { AppError, toMessage } from '../../../lib/util/app-error.ts';
import { startRun } from '../../api/actbook-api.ts';
import { callApi } from '../../api/call-api.ts';
import { AgentsPicker } from '../../ask/agents-picker.tsx';
import { ApprovalPicker } from '../../ask/approval-picker.tsx';
import { Composer } from '../../ask/composer/composer.tsx';
import { submitTask } from '../../ask/composer/submit-task.ts';
import { type Attachment, useAttachments } from '../../ask/composer/use-attachments.ts';
import type { Draft } from '../../ask/composer/use-draft.ts';
import { ModelPicker } from '../../ask/models/model-picker.tsx';
import { useRemovedProvider } from '../../ask/models/removed-providers-context.ts';
import type { WayDraft } from '../../ask/ways/way-drafts.ts';
import { useCommandHandler, useCommands } from '../../notebook/commands/commands-context.ts';
import type { Uploads } from '../../panels/files/use-uploads.ts';
import { TextButton } from '../../ui/controls/text-button.tsx';
import { createLate } from '../../ui/layers/create-late.tsx';
import { SESSION_TEXTS } from './session-texts.ts';
import { useApproval } from './use-approval.ts';
import { useCellReference } from './use-cell-reference.ts';
import type { TaskOpening } from './use-task-opening.ts';

// What few questions have.
const CellSubjects = createLate(async () => (await import('./cell-subjects.tsx')).CellSubjects);
const WaysForm = createLate(async () => (await import('../../ask/ways/ways-form.tsx')).WaysForm);
const MessageTiming = createLate(async () => (await import('./message-timing.tsx')).MessageTiming);

interface FollowUpProps {
  session: Session;
  /** Those that are configured; the first is the default until the session chooses or uses another. */
  models: readonly ModelInfo[];
  /** Whether answers are reviewed unless the user chooses. */
  isReviewed: boolean;
  uploads: Uploads;
  opening: TaskOpening | null;
  /** Puts words into the empty field. */
  writeTask: (words: string) => void;
  onSent: () => void;
  /** Several ways have begun. */
  onTried: (waysId: string) => void;
}

/** The composer of a session: sends messages to a run, and the next question after it has ended. */
export function FollowUp(props: FollowUpProps) {
  const { session, models, isReviewed, uploads, opening, writeTask, onSent, onTried } = props;
  const [ways, setWays, startWays, closeWays] = useWays(session.id, writeTask, onTried);
  const [chosen, setChosen] = useState<ModelInfo | null>(null);
  const [review, setReview] = useState<boolean | null>(null);
  const [failure, setFailure] = useState('');
  const [isUrgent, setUrgent] = useState(false);
  // Each is in the notebook's folder at once.
  const attachments = useAttachments(useState<readonly Attachment[]>([]), uploads.start);
  const approval = useApproval(session);
  const [agents, setAgents] = useState(0);
  const lastRun = session.runs.at(-1);
  const isRemoved = useRemovedProvider()(lastRun?.model) !== undefined;
  // One whose server was removed is shown, so that the picker can say so.
  const lastModel = isRemoved ? lastRun?.model : models.find(({ id }) => id === lastRun?.model.id);
  const model = chosen ?? session.model ?? lastModel ?? models[0];
  const wantsReview = review ?? (lastRun ? lastRun.reviewer !== null : isReviewed);
  const isFirst = session.runs.length === 0;
  const activeRun = findActiveRun(session);
  const canAsk = model !== undefined && traitsOf(model).improvises;
  const chosenForRun = {
    model: model?.id,
    review: wantsReview,
    agents: canAsk && !ways ? agents : 0,
  };
  const { subjects, about, drop } = useCellReference(session, {
    canChange: model === undefined || traitsOf(model).changesCode,
    writeTask,
    start: async (task, reference) => {
      await approval.settle();
      await startRun(session.id, { ...chosenForRun, task, about: reference });
    },
  });
  const isChange = about?.purpose === 'change';
  const isCellRunning = session.cells.some(({ status, isRunByUser }) => status === 'running' && !isRunByUser);

  const store = (choice: Promise<void>) => {
    setFailure('');
    choice.catch((error: unknown) => setFailure(toMessage(error)));
  };
  const choose = (choice: ModelInfo) => {
    setChosen(choice);
    store(callApi('chooseModel', { params: { sessionId: session.id }, body: { model: choice.id } }));
  };
  const send = async (draft: Draft) => {
    await approval.settle();
    await submitTask(
      session.id,
      draft,
      { ...chosenForRun, about },
      { upload: uploads.ensure, ...(startWays ? { start: startWays } : {}) },
    );
    drop();
    onSent();
  };
  const steer = async (draft: Draft) => {
    if (!activeRun) return send(draft);
    if (draft.files.length > 0) throw new AppError('bad-request', SESSION_TEXTS.filesLater);
    await callApi('steerRun', {
      params: { sessionId: session.id, runId: activeRun.id },
      body: { text: draft.text, interrupt: isUrgent && isCellRunning },
    });
    setUrgent(false);
    onSent();
  };
  return (
    <Composer
      scope={session.id}
      label={toLabel(isFirst, activeRun !== null)}
      placeholder={isChange ? SESSION_TEXTS.changePlaceholder : toPlaceholder(isFirst, activeRun !== null)}
      blocked={describeBlock(session)}
      opening={opening}
      subject={
        !activeRun && (
          <>
            {ways && (
              <WaysForm {...{ session, models, model, value: ways, onChange: setWays }} onClose={closeWays} />
            )}
            {about && <CellSubjects subjects={subjects} onRemove={(reference) => drop([reference])} />}
          </>
        )
      }
      footer={
        activeRun && isCellRunning ? (
          <MessageTiming isUrgent={isUrgent} onChange={setUrgent} />
        ) : activeRun ? (
          SESSION_TEXTS.messageHint
        ) : (
          <>
            <ModelPicker
              {...{ models, value: model, failure }}
              onChange={choose}
              isReviewed={wantsReview}
              onReviewChange={setReview}
            />
            <ApprovalPicker value={approval.mode} onChange={(mode) => store(approval.choose(mode))} />
            {canAsk && !ways && <AgentsPicker value={agents} onChange={setAgents} />}
            {!ways && <WaysButton session={session} />}
          </>
        )
      }
      attachments={attachments}
      onSend={steer}
    />
  );
}

function WaysButton({ session }: { session: Session }) {
  const { runCommand } = useCommands();
  if (isBusy(session)) return null;
  return <TextButton onClick={() => runCommand('ways-try')}>{SESSION_TEXTS.tryWays}</TextButton>;
}

/** Several ways as the user writes them, or null where the question goes to one agent; what changes them, and what begins them. */
function useWays(sessionId: string, writeTask: (words: string) => void, onTried: (waysId: string) => void) {
  const [ways, setWays] = useState<readonly WayDraft[] | null>(null);
  useCommandHandler('ways-try', async () => {
    const { resizeWays } = await import('../../ask/ways/way-drafts.ts');
    setWays((before) => before ?? resizeWays());
    writeTask('');
  });
  const start = async (_: string, run: RunRequest) => {
    const { toWayRequest } = await import('../../ask/ways/way-drafts.ts');
    const body = { ...run, ways: (ways ?? []).map(toWayRequest) };
    const { waysId } = await callApi('startWays', { params: { sessionId }, body });
    setWays(null);
    onTried(waysId);
  };
  const close = () => {
    setWays(null);
    writeTask('');
  };
  return [ways, setWays, ways && start, close] as const;
}

function toLabel(isFirst: boolean, isRunning: boolean): string {
  if (isRunning) return SESSION_TEXTS.message;
  return isFirst ? 'Task' : SESSION_TEXTS.followUp;
}

function toPlaceholder(isFirst: boolean, isRunning: boolean): string {
  if (isRunning) return SESSION_TEXTS.messagePlaceholder;
  return isFirst ? SESSION_TEXTS.taskPlaceholder : SESSION_TEXTS.followUpPlaceholder;
}

/** Why nothing can be sent now; empty if something can. */
function describeBlock(session: Session): string {
  if (findActiveRun(session)) return '';
  if (findActiveWays(session)) return SESSION_TEXTS.afterWays;
  if (findActiveRebuild(session)) return SESSION_TEXTS.afterRebuild;
  return isBusy(session) || isWaitingForPerson(session) ? SESSION_TEXTS.afterCell : '';
}
