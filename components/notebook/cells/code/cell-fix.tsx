'use client';

import { Button } from '../../../ui/controls/button.tsx';
import { SparkIcon } from '../../../ui/icons.tsx';
import { useCommands } from '../../commands/commands-context.ts';
import { CELL_TEXTS } from '../cell-texts.ts';
import styles from './cell-fix.module.css';

/** Below the error of a cell: has the agent fix it in its place. */
export function CellFix({ cellId }: { cellId: string }) {
  const { selection, runCommand } = useCommands();
  const fix = () => {
    selection.select(cellId);
    runCommand('cell-fix');
  };
  return (
    <Button className={styles.fix} onClick={fix}>
      <SparkIcon size={14} /> {CELL_TEXTS.fix}
    </Button>
  );
}
