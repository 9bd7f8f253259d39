import type { Output } from '../../../lib/notebook/output.ts';
import { outputUrl } from '../../api/actbook-api.ts';
import { useSessionId } from '../../api/session-id-context.tsx';
import { CELL_TEXTS } from './cell-texts.ts';
import styles from './full-output-link.module.css';

interface FullOutputLinkProps {
  cellId: string;
  outputs: readonly Output[];
}

/** Where the page shows only beginning and end of what code printed: the way to all of it. */
export function FullOutputLink({ cellId, outputs }: FullOutputLinkProps) {
  const sessionId = useSessionId();
  const hasMore = outputs.some((output) => output.output_type === 'stream' && output.omitted);
  if (!hasMore) return null;
  return (
    <a className={styles.link} href={outputUrl(sessionId, cellId)} download="output.txt">
      {CELL_TEXTS.outputLink}
    </a>
  );
}
