'use client';

import type { ReactNode } from 'react';
import { TextButton } from '../../ui/text-button.tsx';
import { toOutputKey } from '../folds/fold-keys.ts';
import { useFolds } from '../folds/use-folds.tsx';
import { CELL_TEXTS } from './cell-texts.ts';
import { WideOutputs } from './wide-outputs.tsx';

/** A cell's outputs, or a line in their place while the user has folded them. */
export function FoldableOutputs({ cellId, children }: { cellId: string; children: ReactNode }) {
  const folds = useFolds();
  const key = toOutputKey(cellId);
  if (!folds.isFolded(key)) return <WideOutputs>{children}</WideOutputs>;
  return (
    <div>
      <TextButton aria-expanded={false} onClick={() => folds.fold([key], false)}>
        {CELL_TEXTS.showOutput}
      </TextButton>
    </div>
  );
}
