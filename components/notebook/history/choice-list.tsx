import { useEffect, useRef } from 'react';
import styles from './choice-list.module.css';

interface Choice {
  readonly key: string;
  readonly time: string;
  readonly title: string;
  readonly facts: string;
}

interface ChoiceListProps {
  label: string;
  choices: readonly Choice[];
  chosenKey: string;
  onChoose: (key: string) => void;
}

/** A list of which one is shown next to it; the arrow keys go through it. */
export function ChoiceList({ label, choices, chosenKey, onChoose }: ChoiceListProps) {
  const listRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // After the dialog, which gives the focus to its first button when it opens.
    const frame = requestAnimationFrame(() =>
      listRef.current?.querySelector<HTMLElement>('input:checked')?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div ref={listRef} className={styles.list} role="radiogroup" aria-label={label}>
      {choices.map(({ key, time, title, facts }) => (
        <label key={key} className={styles.choice}>
          <input
            type="radio"
            className={styles.input}
            name="version"
            checked={key === chosenKey}
            onChange={() => onChoose(key)}
          />
          <span className={styles.time}>{time}</span>
          <span className={styles.title}>{title}</span>
          {facts !== '' && <span className={styles.facts}>{facts}</span>}
        </label>
      ))}
    </div>
  );
}
