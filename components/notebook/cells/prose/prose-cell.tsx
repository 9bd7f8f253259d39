import { memo, type ReactNode, useContext } from 'react';
import { nameUser } from '../../../../lib/protocol/events/principal.ts';
import type { Cell, Run } from '../../../../lib/session/session.ts';
import type { Subject } from '../../../../lib/session/view/answers/list-subjects.ts';
import { nameAnswer } from '../../../../lib/session/view/answers/name-answer.ts';
import { Markdown } from '../../../render/markdown/markdown.tsx';
import { SuggestionContext } from '../../../render/markdown/suggestion-context.ts';
import { AnswerText } from '../../quantities/answer-text.tsx';
import { WriteTaskContext } from '../../write-task-context.ts';
import { CELL_TEXTS } from '../cell-texts.ts';
import { describeSubject } from '../name-cell.ts';
import styles from './prose-cell.module.css';

interface ProseCellProps {
  cell: Cell;
}

/** The user's question. */
export const TaskCell = memo(function TaskCell({
  cell,
  children,
  below,
}: ProseCellProps & { children: ReactNode; below: ReactNode }) {
  const who = nameUser(cell.made.by, '');
  return (
    <div className={styles.task}>
      <h2 className="visually-hidden">Task</h2>
      {children}
      {who !== '' && <p className={styles.who}>{who}</p>}
      <p>{cell.source}</p>
      {below}
    </div>
  );
});

/** Which cell a task is about; without a link where the cell was deleted. */
export function TaskSubject({ cell, quote, isGone }: Subject & { isGone: boolean }) {
  const target = isGone ? { title: CELL_TEXTS.subjectGone } : { href: `#${cell.id}` };
  return (
    <div>
      <a className={styles.about} {...target}>
        {CELL_TEXTS.about(describeSubject(cell))}
      </a>
      {quote !== undefined && <blockquote className={styles.quote}>{quote}</blockquote>}
    </div>
  );
}

/** What the user wrote during the run. */
export const SteerCell = memo(function SteerCell({ cell }: ProseCellProps) {
  return (
    <div className={styles.steer}>
      <h2 className={styles.steerTitle}>{CELL_TEXTS.steer(nameUser(cell.made.by, 'You'))}</h2>
      <p>{cell.source}</p>
    </div>
  );
});

/** What the model says before its code. */
export const ThoughtCell = memo(function ThoughtCell({ cell }: ProseCellProps) {
  return (
    <div className={styles.thought}>
      <Markdown text={cell.source} />
    </div>
  );
});

/** What the reviewer said about the answer before it was given. */
export const ReviewCell = memo(function ReviewCell({ cell }: ProseCellProps) {
  return (
    <section className={styles.review} aria-label="Review">
      <Markdown text={cell.source} />
    </section>
  );
});

interface AnswerCellProps extends ProseCellProps {
  /** The run that gave it; absent when the user has moved it out of its run. */
  run?: Run | undefined;
  /** Which run of the notebook that is, from 1: each landmark needs its own name. */
  runNumber: number;
  children?: ReactNode;
}

/** The answer to the task, or the partial answer at a limit; `children` are shown with it. */
export function AnswerCell({ cell, run, runNumber, children }: AnswerCellProps) {
  const writeTask = useContext(WriteTaskContext);
  const title = nameAnswer(cell, run);
  return (
    <section
      className={styles.answer}
      data-kind={title}
      aria-label={runNumber === 1 ? title : `${title} ${runNumber}`}
    >
      <SuggestionContext value={writeTask}>
        <AnswerText
          cell={cell}
          className={styles.answerBody}
          title={<h2 className={title === 'Answer' ? 'visually-hidden' : styles.answerTitle}>{title}</h2>}
        >
          {children}
        </AnswerText>
      </SuggestionContext>
    </section>
  );
}
