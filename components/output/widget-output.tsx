'use client';

import { useMemo } from 'react';
import { collectWidgets } from '../../lib/notebook/collect-widgets.ts';
import type { DrawingProps } from './drawing-props.ts';
import { useNearness } from './use-nearness.ts';
import { ViewerFrame } from './viewer-frame.tsx';
import { useWidgets } from './widgets-context.tsx';

const NOT_KEPT = 'The state of this widget was not kept.';
const EXPECTED_HEIGHT_PX = 40;

/** A widget as the log has it last. */
export function WidgetOutput({ value, output }: DrawingProps) {
  const { ref, isNear } = useNearness();
  const models = useWidgets();
  const root = readModelId(value);
  const content = useMemo(() => {
    const needed = collectWidgets(models, root);
    if (!Object.hasOwn(needed, root)) return null;
    const source = JSON.stringify({ root, models: needed, isLive: false });
    return { message: { kind: 'draw', viewer: 'widgets', source } };
  }, [models, root]);
  const plain = output.data['text/plain'];
  const text = typeof plain === 'string' ? plain : '';
  return (
    <div ref={ref} data-viewer="widgets">
      {isNear ? (
        <ViewerFrame
          title="Widget"
          content={content}
          failure={content ? '' : NOT_KEPT}
          text={text}
          expectedHeightPx={EXPECTED_HEIGHT_PX}
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
