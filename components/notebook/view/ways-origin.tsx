import Link from 'next/link';
import type { Ways } from '../../../lib/session/ways.ts';
import { useSessionId } from '../../api/session-id-context.tsx';
import { toWaysPath } from '../to-ways-path.ts';
import { RUN_LINE_TEXTS } from './run-line-texts.ts';
import styles from './ways-origin.module.css';

/** Below a question that was tried several ways: leads to them. */
export function WaysOrigin({ ways: { id, ways } }: { ways: Ways }) {
  const sessionId = useSessionId();
  return (
    <p className={styles.origin}>
      <Link href={toWaysPath(sessionId, id)}>{RUN_LINE_TEXTS.chosenWay(ways.length)}</Link>
    </p>
  );
}
