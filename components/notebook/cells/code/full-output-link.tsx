import type { Output } from '../../../../lib/notebook/output.ts';
import { toApiUrl } from '../../../api/call-api.ts';
import { useSessionId } from '../../../api/session-id-context.tsx';
import { CELL_TEXTS } from '../cell-texts.ts';
import styles from './full-output-link.module.css';

interface FullOutputLinkProps {
  cellId: string;
  outputs: readonly Output[];
}

/** A link to the full output, where the page shows only its beginning and end. */
export function FullOutputLink({ cellId, outputs }: FullOutputLinkProps) {
  const sessionId = useSessionId();
  const hasMore = outputs.some((output) => output.output_type === 'stream' && output.omitted);
  if (!hasMore) return null;
  const url = toApiUrl('readOutput', { params: { sessionId, cellId } });
  return (
    <a className={styles.link} href={url} download="output.txt">
      {CELL_TEXTS.outputLink}
    </a>
  );
}
