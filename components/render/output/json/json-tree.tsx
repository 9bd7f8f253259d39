'use client';

import { type KeyboardEvent, type MouseEvent, memo, useMemo, useRef, useState } from 'react';
import { ChevronIcon } from '../../../ui/icons.tsx';
import { ScrollBox } from '../../../ui/scroll-box.tsx';
import {
  type JsonOpening,
  type JsonRow,
  listJsonRows,
  parentPath,
  ROOT_PATH,
  setExpanded,
  showMore,
} from './json-rows.ts';
import { JSON_TEXTS } from './json-texts.ts';
import styles from './json-tree.module.css';

interface JsonTreeProps {
  value: unknown;
  isAllOpen: boolean;
}

/** A JSON value as a tree that opens and closes, with the keys of the WAI-ARIA tree pattern. */
export function JsonTree({ value, isAllOpen }: JsonTreeProps) {
  const [opening, setOpening] = useState<JsonOpening>({ toggled: new Map(), shown: new Map(), isAllOpen });
  const [current, setCurrent] = useState(ROOT_PATH);
  const treeRef = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => listJsonRows(value, opening), [value, opening]);
  // Closing a branch may remove the current row.
  const index = Math.max(
    0,
    rows.findIndex(({ path }) => path === current),
  );

  const moveTo = (row: JsonRow | undefined) => {
    if (!row) return;
    setCurrent(row.path);
    treeRef.current?.querySelector<HTMLElement>(`[data-index="${rows.indexOf(row)}"]`)?.focus();
  };
  const activate = (row: JsonRow) => {
    if (row.kind === 'more') setOpening((before) => showMore(before, parentPath(row.path)));
    else if (row.isExpandable) setOpening((before) => setExpanded(before, row.path, !row.isExpanded));
  };
  const press = (event: KeyboardEvent) => {
    const row = rows[index];
    const act = row && findKeyAction(event, rows, row, index);
    if (!act) return;
    event.preventDefault();
    // The notebook around the tree uses the same keys.
    event.stopPropagation();
    if ('moveTo' in act) moveTo(act.moveTo);
    else activate(row);
  };
  const click = ({ target }: MouseEvent) => {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
    const row = rows[Number(element?.dataset.index)];
    if (!row) return;
    setCurrent(row.path);
    activate(row);
  };
  return (
    <ScrollBox className={styles.scroll} isFollowing={false}>
      <div
        ref={treeRef}
        role="tree"
        aria-label="JSON"
        className={styles.tree}
        onKeyDown={press}
        onClick={click}
      >
        {rows.map((row, at) => (
          <TreeRow key={row.path} row={row} index={at} isCurrent={at === index} />
        ))}
      </div>
    </ScrollBox>
  );
}

type KeyAction = { moveTo: JsonRow | undefined } | { activate: true };

function findKeyAction(
  event: KeyboardEvent,
  rows: readonly JsonRow[],
  row: JsonRow,
  index: number,
): KeyAction | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  switch (event.key) {
    case 'ArrowDown':
      return { moveTo: rows[index + 1] };
    case 'ArrowUp':
      return { moveTo: rows[index - 1] };
    case 'Home':
      return { moveTo: rows[0] };
    case 'End':
      return { moveTo: rows.at(-1) };
    case 'ArrowRight':
      return row.isExpanded || !row.isExpandable ? { moveTo: rows[index + 1] } : { activate: true };
    case 'ArrowLeft':
      if (row.isExpanded) return { activate: true };
      return { moveTo: rows.find(({ path }) => path === parentPath(row.path)) };
    case 'Enter':
    case ' ':
      return { activate: true };
    default:
      return null;
  }
}

interface TreeRowProps {
  row: JsonRow;
  index: number;
  isCurrent: boolean;
}

const TreeRow = memo(
  function TreeRow({ row, index, isCurrent }: TreeRowProps) {
    return (
      <div
        role="treeitem"
        tabIndex={isCurrent ? 0 : -1}
        data-index={index}
        className={styles.row}
        style={{ paddingInlineStart: `${row.depth * 1.15 + 0.25}rem` }}
        aria-level={row.depth + 1}
        aria-posinset={row.position}
        aria-setsize={row.siblings}
        aria-expanded={row.isExpandable ? row.isExpanded : undefined}
      >
        <span className={styles.mark}>{row.isExpandable && <ChevronIcon size={11} />}</span>
        {row.key !== null && <span className={styles.key}>{row.key}</span>}
        {row.key !== null && <span className={styles.colon}>:</span>}
        <span className={styles.value} data-kind={row.kind}>
          {toBrackets(row)}
        </span>
      </div>
    );
  },
  (before, after) =>
    before.isCurrent === after.isCurrent && before.index === after.index && isSameRow(before.row, after.row),
);

function isSameRow(a: JsonRow, b: JsonRow): boolean {
  return a.path === b.path && a.text === b.text && a.isExpanded === b.isExpanded && a.siblings === b.siblings;
}

function toBrackets({ kind, text }: JsonRow): string {
  if (kind === 'array') return `[ ${text} ]`;
  if (kind === 'object') return `{ ${text} }`;
  return kind === 'more' ? JSON_TEXTS.showMore(text) : text;
}
