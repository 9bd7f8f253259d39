'use client';

import { useRef, useState } from 'react';
import type { ModelInfo } from '../../lib/protocol/run.ts';
import { findActiveRebuild, findActiveRun, type Session } from '../../lib/session/session.ts';
import { Composer } from '../composer/composer.tsx';
import { ModelPicker } from '../composer/model-picker.tsx';
import { submitTask } from '../composer/submit-task.ts';
import type { Draft } from '../composer/use-draft.ts';

interface FollowUpProps {
  session: Session;
  /** The first is the default, until the session used another. */
  models: readonly ModelInfo[];
  onSent: () => void;
}

/** The composer of a session: asks on in the same notebook once the run has ended. */
export function FollowUp({ session, models, onSent }: FollowUpProps) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const sentRef = useRef(new WeakSet<File>());
  const wantedId = chosenId ?? session.runs.at(-1)?.model.id;
  const model = models.find(({ id }) => id === wantedId) ?? models[0];
  const isFirst = session.runs.length === 0;

  const send = async (draft: Draft) => {
    await submitTask({ sessionId: session.id, draft, sent: sentRef.current, model: model?.id });
    onSent();
  };
  return (
    <Composer
      label={isFirst ? 'Task' : 'Follow-up question'}
      placeholder={isFirst ? 'Ask about your data' : 'Ask a follow-up'}
      blocked={describeBlock(session)}
      footer={<ModelPicker models={models} value={model?.id ?? ''} onChange={setChosenId} />}
      onSend={send}
    />
  );
}

/** Why a question cannot be sent now; empty when it can. */
function describeBlock(session: Session): string {
  if (findActiveRun(session)) return 'You can send this when the run has ended.';
  return findActiveRebuild(session) ? 'You can send this when the cells have run again.' : '';
}
