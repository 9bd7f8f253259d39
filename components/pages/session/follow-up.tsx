'use client';

import { useState } from 'react';
import type { ApprovalMode, ModelInfo } from '../../lib/protocol/run.ts';
import { findApproval } from '../../lib/session/find-approval.ts';
import { findActiveRebuild, findActiveRun, isBusy, type Session } from '../../lib/session/session.ts';
import { AppError, toMessage } from '../../lib/util/app-error.ts';
import { chooseModel, steerRun } from '../api/actbook-api.ts';
import { ApprovalPicker } from '../composer/approval-picker.tsx';
import { Composer } from '../composer/composer.tsx';
import { ModelPicker } from '../composer/model-picker.tsx';
import { submitTask } from '../composer/submit-task.ts';
import type { Draft } from '../composer/use-draft.ts';
import type { Uploads } from '../files/use-uploads.ts';
import { CellSubject } from './cell-subject.tsx';
import { useCellReference } from './use-cell-reference.ts';

interface FollowUpProps {
  session: Session;
  /** Those that are configured; the first is the default, until the session chose or used another. */
  models: readonly ModelInfo[];
  /** Whether answers are reviewed where nobody says. */
  isReviewed: boolean;
  uploads: Uploads;
  onSent: () => void;
}

/** The composer of a session: asks on in the same notebook once the run has ended. */
export function FollowUp({ session, models, isReviewed, uploads, onSent }: FollowUpProps) {
  const [chosen, setChosen] = useState<ModelInfo | null>(null);
  const [review, setReview] = useState<boolean | null>(null);
  const [failure, setFailure] = useState('');
  const { about, opening, drop } = useCellReference(session);
  const [chosenMode, setChosenMode] = useState<ApprovalMode | null>(null);
  const lastRun = session.runs.at(-1);
  const lastModel = models.find(({ id }) => id === lastRun?.model.id);
  const model = chosen ?? session.model ?? lastModel ?? models[0];
  const wantsReview = review ?? (lastRun ? lastRun.reviewer !== null : isReviewed);
  const approval = chosenMode ?? findApproval(session);
  const isFirst = session.runs.length === 0;
  const activeRun = findActiveRun(session);

  const choose = (choice: ModelInfo) => {
    setChosen(choice);
    setFailure('');
    chooseModel(session.id, choice.id).catch((error: unknown) => setFailure(toMessage(error)));
  };
  const send = async (draft: Draft) => {
    const request = { sessionId: session.id, draft, upload: uploads.ensure };
    const reference = about?.reference;
    await submitTask({ ...request, model: model?.id, review: wantsReview, approval, about: reference });
    drop();
    onSent();
  };
  const steer = async (draft: Draft) => {
    if (!activeRun) return send(draft);
    if (draft.files.length > 0) throw new AppError('bad-request', FILES_LATER);
    await steerRun(session.id, activeRun.id, draft.text);
    onSent();
  };
  return (
    <Composer
      label={toLabel(isFirst, activeRun !== null)}
      placeholder={toPlaceholder(isFirst, activeRun !== null)}
      blocked={describeBlock(session)}
      opening={opening}
      subject={about && !activeRun && <CellSubject cell={about.cell} onRemove={drop} />}
      footer={
        activeRun ? (
          'It reaches the run with its next step.'
        ) : (
          <>
            <ModelPicker
              {...{ models, value: model, failure }}
              onChange={choose}
              isReviewed={wantsReview}
              onReviewChange={setReview}
            />
            <ApprovalPicker value={approval} onChange={setChosenMode} />
          </>
        )
      }
      onAttach={uploads.start}
      onSend={steer}
    />
  );
}

const FILES_LATER = 'Files can be sent when the run has ended.';

function toLabel(isFirst: boolean, isRunning: boolean): string {
  if (isRunning) return 'Message to the run';
  return isFirst ? 'Task' : 'Follow-up question';
}

function toPlaceholder(isFirst: boolean, isRunning: boolean): string {
  if (isRunning) return 'Tell the run something';
  return isFirst ? 'Ask about your data' : 'Ask a follow-up';
}

/** Why nothing can be sent now; empty when something can. */
function describeBlock(session: Session): string {
  if (findActiveRun(session)) return '';
  if (findActiveRebuild(session)) return 'You can send this when the cells have run again.';
  return isBusy(session) ? 'You can send this when your cell has ended.' : '';
}
