'use client';

import { useEffect, useMemo, useState } from 'react';
import type { Session } from '../../../lib/session/session.ts';
import { createOutlineBuilder } from './build-outline.ts';
import styles from './outline-panel.module.css';
import { useGoToCell } from './use-go-to-cell.ts';

/** How far below the header the top of a cell may be to count as reached, in pixels. */
const REACHED_PX = 120;

/** Words of the outline. */
const OUTLINE_TEXTS = {
  empty: 'Questions, answers, headings, and errors will appear here.',
} as const;

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

/** The last of these cells whose top the user has scrolled to; before that, the first cell. */
function useCurrentCell(cellIds: readonly string[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  const key = cellIds.join(' ');
  useEffect(() => {
    const ids = key === '' ? [] : key.split(' ');
    let frame = 0;
    const find = () => {
      frame = 0;
      const isReached = (id: string) => {
        const element = document.getElementById(id);
        return element !== null && element.getBoundingClientRect().top <= REACHED_PX;
      };
      setCurrent(ids.findLast(isReached) ?? ids[0] ?? null);
    };
    const scroll = () => {
      frame ||= requestAnimationFrame(find);
    };
    find();
    addEventListener('scroll', scroll, { passive: true });
    return () => {
      removeEventListener('scroll', scroll);
      cancelAnimationFrame(frame);
    };
  }, [key]);
  return current;
}
