'use client';

import {
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  findIndexFrom,
  findText,
  MAX_MATCHES,
  type TextMatch,
  type TextPlace,
  type TextQuery,
  toExpression,
} from '../../../lib/session/find/find-text.ts';
import type { Session } from '../../../lib/session/session.ts';
import { createCellGrouper } from '../../../lib/session/view/layout/group-cells.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { ArrowDownIcon, CloseIcon } from '../../ui/icons.tsx';
import { Toast } from '../../ui/notices/toast.tsx';
import { useCommandHandler, useCommands } from '../commands/commands-context.ts';
import { findFoldsAround } from '../folds/fold-keys.ts';
import { useFolds } from '../folds/use-folds.tsx';
import styles from './find-bar.module.css';
import { FIND_BAR_TEXTS } from './find-bar-texts.ts';
import { FIND_TEXTS } from './find-texts.ts';
import { ReplaceRow } from './replace-row.tsx';
import { useCellTexts } from './use-cell-texts.ts';
import { useHighlights } from './use-highlights.ts';

export interface FindBarProps {
  session: Session;
  /** What is searched for at first. */
  text: string;
  onClose: () => void;
}

/** Finds text in all cells, drawn or not, folded or not, and replaces it in code and notes. */
export function FindBar({ session, text, onClose }: FindBarProps) {
  const commands = useCommands();
  const [query, setQuery] = useState<TextQuery>({
    text,
    matchesCase: false,
    isWholeWord: false,
    isPattern: false,
  });
  /** Where the current match is looked for; null is the start. */
  const [place, setPlace] = useState<TextPlace | null>(null);
  const fieldRef = useRef<HTMLInputElement>(null);
  const { texts, refresh } = useCellTexts(session.cells, commands.editors);
  const asked = useDeferredValue(query);
  const matches = useMemo(() => findText(texts, asked), [texts, asked]);
  const index = place ? findIndexFrom(matches, texts, place) : 0;
  const current = matches[index] ?? null;
  useHighlights(asked, matches, current);
  useScrollTo(session, current);
  // The cursor is after what was typed while this loaded. Before the next key: an effect after drawing loses one.
  useLayoutEffect(() => fieldRef.current?.focus(), []);

  const step = (by: number) => {
    const next = matches[(matches.length + index + by) % matches.length];
    if (next) setPlace({ cellId: next.cellId, offset: next.from });
  };
  const close = () => {
    onClose();
    if (current) commands.selection.select(current.cellId);
  };
  useCommandHandler('find-next', () => step(1));
  useCommandHandler('find-previous', () => step(-1));
  useCommandHandler('notebook-find', () => fieldRef.current?.select());

  const press = (event: KeyboardEvent) => {
    const isField = event.target === fieldRef.current;
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && isField) step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const change = (part: Partial<TextQuery>) => {
    setQuery({ ...query, ...part });
    setPlace(null);
  };
  return (
    // Among the messages, so that one about a replacement is below it.
    <Toast>
      <search className={styles.bar} aria-label={FIND_TEXTS.bar} onKeyDown={press} onFocus={refresh}>
        <div className={styles.row}>
          <input
            ref={fieldRef}
            className={styles.field}
            aria-label={FIND_TEXTS.find}
            placeholder={FIND_TEXTS.find}
            value={query.text}
            maxLength={1000}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => change({ text: event.target.value })}
          />
          <Toggle
            label={FIND_BAR_TEXTS.matchCase}
            isOn={query.matchesCase}
            onChange={(on) => change({ matchesCase: on })}
            sign="Aa"
          />
          <Toggle
            label={FIND_BAR_TEXTS.wholeWord}
            isOn={query.isWholeWord}
            onChange={(on) => change({ isWholeWord: on })}
            sign="ab"
          />
          <Toggle
            label={FIND_BAR_TEXTS.pattern}
            isOn={query.isPattern}
            onChange={(on) => change({ isPattern: on })}
            sign=".*"
          />
          <span className={styles.count} role="status">
            {describeCount(asked, matches, current)}
          </span>
          <IconButton label={FIND_BAR_TEXTS.previous} onClick={() => step(-1)}>
            <span className={styles.up}>
              <ArrowDownIcon size={14} />
            </span>
          </IconButton>
          <IconButton label={FIND_BAR_TEXTS.next} onClick={() => step(1)}>
            <ArrowDownIcon size={14} />
          </IconButton>
          <IconButton label={FIND_TEXTS.close} onClick={close}>
            <CloseIcon size={14} />
          </IconButton>
        </div>
        <ReplaceRow {...{ session, query, matches, current }} onReplaced={setPlace} />
      </search>
    </Toast>
  );
}

function describeCount(query: TextQuery, matches: readonly TextMatch[], current: TextMatch | null): string {
  if (query.text === '') return '';
  if (!toExpression(query)) return FIND_BAR_TEXTS.badPattern;
  if (!current) return FIND_BAR_TEXTS.none;
  return FIND_BAR_TEXTS.place(matches.indexOf(current) + 1, matches.length, matches.length === MAX_MATCHES);
}

/** Unfolds the work that hides the match, and brings its cell into view; the focus stays in the field. */
function useScrollTo(session: Session, match: TextMatch | null): void {
  const folds = useFolds();
  const [groupCells] = useState(createCellGrouper);
  const wantedRef = useRef('');
  const cellId = match?.cellId;
  useEffect(() => {
    if (cellId !== undefined && !document.getElementById(cellId))
      folds.fold(findFoldsAround(groupCells(session), cellId), false);
  });
  useEffect(() => {
    const place = match ? `${match.cellId} ${match.from} ${match.to}` : '';
    if (!match || wantedRef.current === place) return;
    const row = document.getElementById(match.cellId);
    if (!row) return;
    wantedRef.current = place;
    row.scrollIntoView({ block: 'center' });
  });
}

interface ToggleProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** Drawn by the style, so that it is not read out. */
  sign: string;
}

function Toggle({ label, isOn, onChange, sign }: ToggleProps) {
  return (
    <IconButton
      className={styles.toggle}
      label={label}
      data-sign={sign}
      aria-pressed={isOn}
      onClick={() => onChange(!isOn)}
    />
  );
}
