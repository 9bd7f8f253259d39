'use client';

import type { Output } from '../../../../lib/notebook/output.ts';
import { OutputList } from '../../../render/output/output-list.tsx';
import { type OutputCell, OutputCellProvider } from '../../../render/output/parts/output-cell-context.ts';
import { TextButton } from '../../../ui/controls/text-button.tsx';
import { toOutputKey } from '../../folds/fold-keys.ts';
import { useFolds } from '../../folds/use-folds.tsx';
import { CELL_TEXTS } from '../cell-texts.ts';
import { WideOutputs } from './wide-outputs.tsx';

interface CellOutputsProps {
  cellId: string;
  cell: OutputCell;
  outputs: readonly Output[];
}

/** A cell's outputs, or a line in their place while the user has folded them. */
export function CellOutputs({ cellId, cell, outputs }: CellOutputsProps) {
  const folds = useFolds();
  const key = toOutputKey(cellId);
  if (!folds.isFolded(key)) {
    return (
      <WideOutputs>
        <OutputCellProvider value={cell}>
          <OutputList outputs={outputs} />
        </OutputCellProvider>
      </WideOutputs>
    );
  }
  return (
    <div>
      <TextButton aria-expanded={false} onClick={() => folds.fold([key], false)}>
        {CELL_TEXTS.showOutput}
      </TextButton>
    </div>
  );
}
