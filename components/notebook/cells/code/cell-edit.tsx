import { findLeft, listVersions } from '../../../../lib/session/cell-versions.ts';
import type { Cell } from '../../../../lib/session/session.ts';
import { diffLines } from '../../../../lib/util/diff-lines.ts';
import { LineDiff } from '../../../render/code/line-diff.tsx';
import { CELL_PART_TEXTS } from '../cell-part-texts.ts';
import styles from './cell-edit.module.css';

interface CellEditProps {
  cell: Cell;
  /** Whether the last run of the notebook made it: then the difference is shown at first. */
  isNew: boolean;
}

/** What the run that last replaced the cell's code changed in it, over all of its attempts. */
export function CellEdit({ cell, isNew }: CellEditProps) {
  const { edit } = cell;
  if (!edit) return null;
  const versions = listVersions(cell);
  const attempts = versions.filter((version) => version.edit?.runId === edit.runId);
  const before =
    versions[versions.findLastIndex((version) => version.edit?.runId === edit.runId) + 1]?.source ?? '';
  const after = findLeft(cell).source;
  const lines = diffLines(before, after);
  const count = (kind: string) => lines.filter((line) => line.kind === kind).length;
  return (
    <details className={styles.edit} open={isNew}>
      <summary>{CELL_PART_TEXTS.changedByAgent(count('added'), count('removed'), attempts.length)}</summary>
      <LineDiff before={before} after={after} />
    </details>
  );
}
