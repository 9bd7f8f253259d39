'use client';

import { useMemo, useState } from 'react';
import type { Session } from '../../../lib/session/session.ts';
import { createOutlineBuilder } from './build-outline.ts';
import styles from './outline-panel.module.css';
import { OUTLINE_TEXTS } from './outline-texts.ts';
import { useCurrentCell } from './use-current-cell.ts';
import { useGoToCell } from './use-go-to-cell.ts';

interface OutlinePanelProps {
  session: Session;
  /** Called when the user has chosen an entry. */
  onGo: () => void;
}

/** The notebook's outline; a click on an entry goes there. */
export function OutlinePanel({ session, onGo }: OutlinePanelProps) {
  const [buildOutline] = useState(createOutlineBuilder);
  const entries = useMemo(() => buildOutline(session), [session, buildOutline]);
  const current = useCurrentCell(useMemo(() => entries.map(({ cellId }) => cellId), [entries]));
  const go = useGoToCell(onGo);
  if (entries.length === 0) return <p className={styles.empty}>{OUTLINE_TEXTS.empty}</p>;
  const marked = entries.find(({ cellId }) => cellId === current);
  return (
    <nav aria-label="Outline">
      <ol className={styles.list}>
        {entries.map((entry) => (
          <li key={entry.key}>
            <button
              type="button"
              className={styles.entry}
              data-kind={entry.kind}
              data-depth={Math.min(4, entry.depth)}
              title={entry.text}
              aria-current={entry === marked ? 'location' : undefined}
              onClick={() => go(entry)}
            >
              {entry.kind === 'error' && <span className="visually-hidden">Error: </span>}
              {entry.text}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
