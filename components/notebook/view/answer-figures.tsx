'use client';

import type { Figure } from '../../../lib/session/view/layout/find-figures.ts';
import { MimeOutput } from '../../render/output/mime-output.tsx';
import { OutputBoundary } from '../../render/output/parts/output-boundary.tsx';
import { TextButton } from '../../ui/controls/text-button.tsx';
import { useCommands } from '../commands/commands-context.ts';
import styles from './answer-figures.module.css';
import { VIEW_TEXTS } from './view-texts.ts';

/** Showing more would repeat the work. The last ones are the results. */
const MAX_FIGURES = 4;

/** The pictures shown with an answer. */
export function AnswerFigures({ figures }: { figures: readonly Figure[] }) {
  const { selection } = useCommands();
  if (figures.length === 0) return null;
  const omitted = figures.length - MAX_FIGURES;
  return (
    <div className={styles.figures}>
      {figures.slice(-MAX_FIGURES).map(({ key, cell, output }) => (
        <div key={key}>
          <OutputBoundary>
            <MimeOutput output={output} />
          </OutputBoundary>
          <p className={styles.source}>
            From{' '}
            <TextButton data-content onClick={() => selection.select(cell.id)}>
              In [{cell.executionCount}]
            </TextButton>
          </p>
        </div>
      ))}
      {omitted > 0 && <p className={styles.more}>{VIEW_TEXTS.earlierPlots(omitted)}</p>}
    </div>
  );
}
