'use client';

import { useMemo } from 'react';
import { collectWidgets } from '../../../../lib/notebook/collect-widgets.ts';
import { useSteady } from '../../../ui/hooks/use-steady.ts';
import type { DrawingProps } from '../parts/drawing-props.ts';
import { useWidgets } from '../parts/widgets-context.tsx';
import { type FrameMessage, toDrawMessage } from './frame-messages.ts';
import { FRAME_TEXTS } from './frame-texts.ts';
import { useNearness } from './use-nearness.ts';
import { useWidgetSender, type WidgetAnswers } from './use-widget-sender.ts';
import { ViewerFrame } from './viewer-frame.tsx';

const EXPECTED_HEIGHT_PX = 40;

/** A widget in its last logged state; what the user does to it goes to the kernel. */
export function WidgetOutput({ value, output }: DrawingProps) {
  const { ref, isNear } = useNearness();
  const { models, seq, isLive } = useWidgets();
  const { send, answers, failure } = useWidgetSender();
  const root = readModelId(value);
  const answered = useSteady(listAnswered(answers, seq));
  // Other widgets of the notebook change too: what is sent is compared as text.
  const source = useMemo(() => {
    const needed = collectWidgets(models, root);
    if (!Object.hasOwn(needed, root)) return null;
    return JSON.stringify({ root, models: needed, isLive, answered });
  }, [models, root, isLive, answered]);
  const content = useMemo(
    () => (source === null ? null : { message: toDrawMessage('widgets', source) }),
    [source],
  );
  const receive = ({ kind, modelId, data, change }: FrameMessage) => {
    if (kind !== 'widget' || typeof modelId !== 'string' || !Object.hasOwn(models, modelId)) return;
    if (typeof data !== 'object' || data === null) return;
    send(modelId, { ...data }, { change: typeof change === 'number' ? change : 0, isLive });
  };
  const plain = output.data['text/plain'];
  return (
    <div ref={ref} data-viewer="widgets">
      {isNear ? (
        <ViewerFrame
          title="Widget"
          content={content}
          failure={content ? failure : FRAME_TEXTS.stateNotKept}
          text={typeof plain === 'string' ? plain : ''}
          expectedHeightPx={EXPECTED_HEIGHT_PX}
          onMessage={receive}
        />
      ) : (
        <div style={{ height: EXPECTED_HEIGHT_PX }} />
      )}
    </div>
  );
}

/** By model: the last of the frame's changes whose outcome these models show. */
function listAnswered(answers: WidgetAnswers, seq: number): Record<string, number> {
  const shown = Object.entries(answers).filter(([, answer]) => answer.seq <= seq);
  return Object.fromEntries(shown.map(([modelId, { change }]) => [modelId, change]));
}

function readModelId(value: unknown): string {
  return typeof value === 'object' && value !== null && 'model_id' in value ? String(value.model_id) : '';
}
