import type { Session } from '../../../../lib/session/session.ts';
import { Notice } from '../../../ui/notices/notice.tsx';
import { describeRebuild } from './describe-rebuild.ts';
import { NOTICE_TEXTS } from './notice-texts.ts';

/**
 * Shows that everything is restored, or that a cell could not be undone, until something else runs. `LostNotice` shows what is
 * still lost.
 */
export function RebuiltNotice({ session }: { session: Session }) {
  const { rebuilds, kernel, executions, runs, cells } = session;
  const last = rebuilds.at(-1);
  const isLatest =
    last?.kernelId === kernel.id &&
    last.executions + last.done === executions &&
    last.runCount === runs.length;
  if (!last || !isLatest || kernel.lost !== null || last.status === 'running') return null;
  // What fails in place loses variables, which is shown then.
  if (last.status !== 'ok' && !last.beside) return null;
  const hasAnswers = cells.some(({ id, answers }) => answers.length > 0 && last.cellIds.includes(id));
  return (
    <Notice tone={last.status === 'failed' ? 'warning' : 'plain'}>
      {describeRebuild(last, kernel)}
      {hasAnswers && ` ${NOTICE_TEXTS.earlierAnswers}`}
    </Notice>
  );
}
