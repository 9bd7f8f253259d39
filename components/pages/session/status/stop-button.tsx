'use client';

import { useRef } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { StopIcon } from '../../../ui/icons.tsx';
import { createLate } from '../../../ui/layers/create-late.tsx';
import { STATUS_TEXTS } from './status-texts.ts';

const MenuLayer = createLate(async () => (await import('../../../ui/layers/menu-layer.tsx')).MenuLayer);

interface StopButtonProps {
  /** What is stopped alone: "Stop this cell". */
  label: string;
  /** How many cells wait for it. */
  waiting: number;
  isAsking: boolean;
  isStopping: boolean;
  onAsk: (isAsking: boolean) => void;
  /** `keepWaiting`: what waits runs next. */
  onStop: (keepWaiting: boolean) => void;
}

/** Stops what is running: at once, or after a choice while cells wait for it. */
export function StopButton({ label, waiting, isAsking, isStopping, onAsk, onStop }: StopButtonProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const asks = waiting > 0;
  return (
    <>
      <Button
        ref={ref}
        onClick={() => (asks ? onAsk(true) : onStop(false))}
        disabled={isStopping}
        aria-keyshortcuts="I I"
        aria-haspopup={asks ? 'menu' : undefined}
        aria-expanded={asks ? isAsking : undefined}
      >
        <StopIcon size={14} /> {STATUS_TEXTS.stop}
      </Button>
      {asks && isAsking && (
        <MenuLayer
          label={STATUS_TEXTS.stop}
          buttonRef={ref}
          groups={[
            [
              { id: 'one', label, hint: STATUS_TEXTS.keepsWaiting(waiting), onAction: () => onStop(true) },
              {
                id: 'all',
                label: STATUS_TEXTS.stopAll,
                hint: STATUS_TEXTS.takesOut(waiting),
                onAction: () => onStop(false),
              },
            ],
          ]}
          onClose={() => onAsk(false)}
        />
      )}
    </>
  );
}
