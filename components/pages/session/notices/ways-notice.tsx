import Link from 'next/link';
import { nameReached } from '../../../../lib/session/fold/apply-ways.ts';
import type { Session } from '../../../../lib/session/session.ts';
import { toWaysPath } from '../../../notebook/to-ways-path.ts';
import { buttonClass } from '../../../ui/controls/button.tsx';
import { Notice } from '../../../ui/notices/notice.tsx';
import { NOTICE_TEXTS } from './notice-texts.ts';

/** That none of several ways was chosen, while the user can still choose one. */
export function WaysNotice({ session }: { session: Session }) {
  const last = session.ways.at(-1);
  if (!last?.end || last.chosen !== null || last.reached !== nameReached(session)) return null;
  return (
    <Notice
      tone="plain"
      action={
        <Link className={buttonClass('plain')} href={toWaysPath(session.id, last.id)}>
          {NOTICE_TEXTS.compareWays}
        </Link>
      }
    >
      {last.end.outcome.message}
    </Notice>
  );
}
