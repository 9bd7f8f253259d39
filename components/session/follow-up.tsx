'use client';

import { useRef, useState } from 'react';
import type { ModelInfo } from '../../lib/protocol/run.ts';
import { findActiveRebuild, findActiveRun, type Session } from '../../lib/session/session.ts';
import { toMessage } from '../../lib/util/app-error.ts';
import { chooseModel } from '../api/actbook-api.ts';
import { Composer } from '../composer/composer.tsx';
import { ModelPicker } from '../composer/model-picker.tsx';
import { submitTask } from '../composer/submit-task.ts';
import type { Draft } from '../composer/use-draft.ts';

interface FollowUpProps {
  session: Session;
  /** Those that are configured; the first is the default, until the session chose or used another. */
  models: readonly ModelInfo[];
  /** Whether answers are reviewed where nobody says. */
  isReviewed: boolean;
  onSent: () => void;
}

/** The composer of a session: asks on in the same notebook once the run has ended. */
export function FollowUp({ session, models, isReviewed, onSent }: FollowUpProps) {
  const [chosen, setChosen] = useState<ModelInfo | null>(null);
  const [review, setReview] = useState<boolean | null>(null);
  const [failure, setFailure] = useState('');
  const sentRef = useRef(new WeakSet<File>());
  const lastRun = session.runs.at(-1);
  const lastModel = models.find(({ id }) => id === lastRun?.model.id);
  const model = chosen ?? session.model ?? lastModel ?? models[0];
  const wantsReview = review ?? (lastRun ? lastRun.reviewer !== null : isReviewed);
  const isFirst = session.runs.length === 0;

  const choose = (choice: ModelInfo) => {
    setChosen(choice);
    setFailure('');
    chooseModel(session.id, choice.id).catch((error: unknown) => setFailure(toMessage(error)));
  };
  const send = async (draft: Draft) => {
    const request = { sessionId: session.id, draft, sent: sentRef.current };
    await submitTask({ ...request, model: model?.id, review: wantsReview });
    onSent();
  };
  return (
    <Composer
      label={isFirst ? 'Task' : 'Follow-up question'}
      placeholder={isFirst ? 'Ask about your data' : 'Ask a follow-up'}
      blocked={describeBlock(session)}
      footer={
        <ModelPicker
          {...{ models, value: model, failure }}
          onChange={choose}
          isReviewed={wantsReview}
          onReviewChange={setReview}
        />
      }
      onSend={send}
    />
  );
}

/** Why a question cannot be sent now; empty when it can. */
function describeBlock(session: Session): string {
  if (findActiveRun(session)) return 'You can send this when the run has ended.';
  return findActiveRebuild(session) ? 'You can send this when the cells have run again.' : '';
}
