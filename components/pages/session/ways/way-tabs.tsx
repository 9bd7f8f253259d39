'use client';

import type { KeyboardEvent } from 'react';
import type { Way } from '../../../../lib/protocol/ways/ways.ts';
import type { WayState } from './describe-way.ts';
import styles from './way-tabs.module.css';
import { WAYS_TEXTS } from './ways-texts.ts';

interface WayTabsProps {
  ways: readonly Way[];
  states: readonly WayState[];
  /** Index of the one that is shown. */
  shown: number;
  onShow: (index: number) => void;
}

/** A tab for each way, shown where columns do not fit. Arrow keys move between tabs, as the ARIA pattern for tabs says. */
export function WayTabs({ ways, states, shown, onShow }: WayTabsProps) {
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const last = ways.length - 1;
    const next = {
      ArrowRight: shown === last ? 0 : shown + 1,
      ArrowLeft: shown === 0 ? last : shown - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onShow(next);
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };
  return (
    <div className={styles.tabs} role="tablist" aria-label={WAYS_TEXTS.tabs} onKeyDown={press}>
      {ways.map(({ sessionId, name }, index) => (
        <button
          key={sessionId}
          type="button"
          role="tab"
          id={toTabId(sessionId)}
          className={styles.tab}
          aria-selected={index === shown}
          aria-controls={index === shown ? toPanelId(sessionId) : undefined}
          tabIndex={index === shown ? 0 : -1}
          onClick={() => onShow(index)}
        >
          <span className={styles.name}>{name}</span>
          <span className={styles.state} data-waiting={states[index]?.isWaiting}>
            {states[index]?.text}
          </span>
        </button>
      ))}
    </div>
  );
}

export function toTabId(sessionId: string): string {
  return `tab-${sessionId}`;
}

export function toPanelId(sessionId: string): string {
  return `way-${sessionId}`;
}
