'use client';

import { useMemo } from 'react';
import { collectWidgets } from '../../../../lib/notebook/collect-widgets.ts';
import type { DrawingProps } from '../parts/drawing-props.ts';
import { useWidgets } from '../parts/widgets-context.tsx';
import type { FrameMessage } from './frame-messages.ts';
import { FRAME_TEXTS } from './frame-texts.ts';
import { toDrawMessage } from './to-draw-message.ts';
import { useNearness } from './use-nearness.ts';
import { useWidgetSender } from './use-widget-sender.ts';
import { ViewerFrame } from './viewer-frame.tsx';

const EXPECTED_HEIGHT_PX = 40;

/** A widget in its last logged state; what the user does to it goes to the kernel. */
export function WidgetOutput({ value, output }: DrawingProps) {
  const { ref, isNear } = useNearness();
  const { models, isLive } = useWidgets();
  const { send, failure } = useWidgetSender();
  const root = readModelId(value);
  // Other widgets of the notebook change too: what is sent is compared as text.
  const source = useMemo(() => {
    const needed = collectWidgets(models, root);
    return Object.hasOwn(needed, root) ? JSON.stringify({ root, models: needed, isLive }) : null;
  }, [models, root, isLive]);
  const content = useMemo(
    () => (source === null ? null : { message: toDrawMessage('widgets', source) }),
    [source],
  );
  const receive = ({ kind, modelId, data }: FrameMessage) => {
    if (kind !== 'widget' || !isLive || typeof modelId !== 'string' || !Object.hasOwn(models, modelId))
      return;
    if (typeof data === 'object' && data !== null) send(modelId, { ...data });
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

function readModelId(value: unknown): string {
  return typeof value === 'object' && value !== null && 'model_id' in value ? String(value.model_id) : '';
}
