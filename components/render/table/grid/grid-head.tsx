import { memo, type PointerEvent, type Ref } from 'react';
import { useIdle } from '../../../ui/hooks/use-idle.ts';
import { ChevronIcon, FilterIcon, SortIcon } from '../../../ui/icons.tsx';
import { describeBriefly } from '../describe/describe-facts.ts';
import { TABLE_TEXTS } from '../describe/table-texts.ts';
import { type Column, isIndex, nameColumn, type TableView } from '../source/table.ts';
import { MIN_WIDTH_REM } from '../state/choose-width.ts';
import type { ColumnPlace, ColumnWindow } from '../state/column-window.ts';
import { type Break, isAfterBreak } from '../state/find-breaks.ts';
import type { Place } from '../state/grid-place.ts';
import type { TableState } from '../state/use-table.ts';
import styles from './grid.module.css';
import { Gap, toCellStyle } from './grid-row.tsx';
import { Histogram } from './histogram.tsx';

interface GridHeadProps {
  ref: Ref<HTMLTableSectionElement>;
  table: TableState;
  columns: ColumnWindow;
  current: Place;
  toId(place: Place): string;
  onOpen(place: Place): void;
}

/** Names of the columns, in as many levels as they have, and what their values have in common. */
export const GridHead = memo(function GridHead(props: GridHeadProps) {
  const { ref, table, columns, current, toId, onOpen } = props;
  const isIdle = useIdle();
  const all = table.source.columns;
  const levels = Math.max(1, ...all.map(({ path }) => path.length));
  const first = columns.pinned.length + columns.skipped;
  const missing = table.columnBreaks.find(({ before }) => before === all.length);
  const draw = (place: ColumnPlace, column: number) => (
    <Heading
      key={place.index}
      id={toId({ row: -1, column })}
      place={place}
      column={column}
      table={table}
      isCurrent={current.row < 0 && current.column === column}
      isIdle={isIdle}
      onOpen={() => onOpen({ row: -1, column })}
    />
  );
  return (
    <thead ref={ref} className={styles.head}>
      {Array.from({ length: levels - 1 }, (_, level) => level).map((level) => (
        <tr key={level} className={styles.groups}>
          {listGroups(columns.pinned, all, level).map((group) => (
            <GroupHeading key={group.index} group={group} />
          ))}
          <Gap px={columns.gapPx} />
          {listGroups(columns.drawn, all, level).map((group) => (
            <GroupHeading key={group.index} group={group} />
          ))}
          <Gap px={columns.endPx} />
        </tr>
      ))}
      <tr aria-rowindex={1} className={styles.headings}>
        {columns.pinned.map(draw)}
        <Gap px={columns.gapPx} />
        {columns.drawn.map((place, at) => draw(place, first + at))}
        <Gap px={columns.endPx} />
        {missing && columns.drawn.at(-1)?.index === all.length - 1 && (
          <td className={styles.moreColumns}>{TABLE_TEXTS.moreColumns(missing.count)}</td>
        )}
      </tr>
    </thead>
  );
});

interface Group extends ColumnPlace {
  readonly name: string;
}

/** Neighbors with the same names down to a level. The last level has a heading of its own for each column. */
function listGroups(places: readonly ColumnPlace[], columns: readonly Column[], level: number): Group[] {
  const groups: (Group & { key: string })[] = [];
  for (const place of places) {
    const { path = [], at = 0, levelNames } = columns[place.index] ?? {};
    const isOwn = level < path.length - 1;
    const key = isOwn ? JSON.stringify(path.slice(0, level + 1)) : `${at < 0 ? at : 'none'}`;
    const last = groups.at(-1);
    if (last?.key === key && !place.isPinned)
      groups[groups.length - 1] = { ...last, widthPx: last.widthPx + place.widthPx };
    else groups.push({ ...place, key, name: isOwn ? (path[level] ?? '') : (levelNames?.[level] ?? '') });
  }
  return groups;
}

function GroupHeading({ group }: { group: Group }) {
  const { name, isPinned, isEdge } = group;
  const Element = name === '' ? 'td' : 'th';
  return (
    <Element
      scope={name === '' ? undefined : 'colgroup'}
      className={styles.group}
      data-pinned={isPinned}
      data-edge={isEdge}
      data-empty={name === ''}
      style={toCellStyle(group)}
    >
      <span className={styles.groupName}>{name}</span>
    </Element>
  );
}

interface HeadingProps {
  id: string;
  place: ColumnPlace;
  column: number;
  table: TableState;
  isCurrent: boolean;
  /** Whether there is time for what nobody sees on a fast scroll. */
  isIdle: boolean;
  onOpen(): void;
}

function Heading({ id, place, column, table, isCurrent, isIdle, onOpen }: HeadingProps) {
  const { index, isPinned, isEdge } = place;
  const { source, view, reader, hasFacts } = table;
  const own = source.columns[index];
  if (!own) return null;
  const facts = hasFacts ? reader.facts(index) : undefined;
  const { decimals, isRounded } = table.format(index);
  const rounded = isRounded ? TABLE_TEXTS.rounded(decimals) : '';
  const brief = describeBriefly(own, facts, rounded);
  return (
    <th
      id={id}
      scope="col"
      aria-colindex={column + 1}
      aria-sort={isSortable(own, table) ? (orderOf(own, view) ?? 'none') : undefined}
      aria-selected={isCurrent}
      // With facts, the heading itself says it.
      title={(!hasFacts && brief) || undefined}
      className={styles.heading}
      style={toCellStyle(place)}
      data-cell={`-1 ${column}`}
      data-kind={own.kind}
      data-index={isIndex(own) || undefined}
      data-pinned={isPinned || undefined}
      data-edge={isEdge || undefined}
      data-break={isAfterBreak(table.columnBreaks, index) || undefined}
      data-current={isCurrent || undefined}
    >
      <Skipped breaks={table.columnBreaks} index={index} />
      <Title column={own} table={table} rounded={rounded} isIdle={isIdle} onOpen={onOpen} />
      {hasFacts && !isIndex(own) && (
        <>
          {brief !== '' && (
            <div className={styles.facts} title={brief}>
              {brief}
            </div>
          )}
          <div className={styles.chart}>
            {isIdle && facts && facts.of !== 'left' && <Histogram facts={facts} />}
          </div>
        </>
      )}
      {isIdle && <Resizer column={own} index={index} table={table} />}
    </th>
  );
}

const orderOf = ({ at }: Column, { sorting }: TableView) => (sorting?.at === at ? sorting.order : null);

const isSortable = (column: Column, { source }: TableState) => !isIndex(column) || source.sortsIndex;

interface TitleProps {
  column: Column;
  table: TableState;
  /** How its values were rounded; empty where they were not. */
  rounded: string;
  isIdle: boolean;
  onOpen(): void;
}

/** The name, which sorts, and what leads to more. */
function Title({ column, table, rounded, isIdle, onOpen }: TitleProps) {
  const { view, setView } = table;
  // Rows and columns, where the names of the columns have one too.
  const name = [column.path.at(-1), column.levelNames?.at(-1)].filter(Boolean).join(' \\ ');
  const full = nameColumn(column) || (isIndex(column) ? TABLE_TEXTS.index : TABLE_TEXTS.unnamed);
  const order = orderOf(column, view);
  const isFiltered = view.filters.some((filter) => filter.column === column.at);
  const sort = () => setView({ ...view, sorting: nextSorting(view.sorting, column.at) });
  return (
    <div className={styles.title}>
      {isSortable(column, table) ? (
        <button
          type="button"
          tabIndex={-1}
          className={styles.sort}
          title={[TABLE_TEXTS.sortBy(full), column.type, rounded].filter(Boolean).join(' · ')}
          onClick={sort}
        >
          <span className={name === '' ? 'visually-hidden' : styles.name}>{name || full}</span>
          {order && (
            <span className={styles.arrow} data-order={order}>
              <SortIcon size={12} />
            </span>
          )}
        </button>
      ) : (
        <span className={name === '' ? 'visually-hidden' : styles.name}>{name || full}</span>
      )}
      {isFiltered && (
        <span className={styles.filtered}>
          <FilterIcon size={12} />
        </span>
      )}
      {isIdle && !(isIndex(column) && name === '') && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.menu}
          aria-label={TABLE_TEXTS.columnMenu(full)}
          title={TABLE_TEXTS.columnMenu(full)}
          onClick={onOpen}
        >
          <ChevronIcon size={12} />
        </button>
      )}
    </div>
  );
}

/** What another press on a column's name does: ascending, descending, the table's own order. */
export function nextSorting(sorting: TableView['sorting'], at: number): TableView['sorting'] {
  if (sorting?.at !== at) return { at, order: 'ascending' };
  return sorting.order === 'ascending' ? { at, order: 'descending' } : null;
}

/** Says what the line before the heading shows. */
function Skipped({ breaks, index }: { breaks: readonly Break[]; index: number }) {
  const skipped = breaks.find(({ before }) => before === index);
  return skipped && <span className="visually-hidden">{TABLE_TEXTS.skippedColumns(skipped.count)}</span>;
}

/** For the pointer; keys resize from the heading itself. */
function Resizer({ column, index, table }: { column: Column; index: number; table: TableState }) {
  const drag = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const handle = event.currentTarget;
    const startX = event.clientX;
    const startRem = table.widthRem(index);
    handle.setPointerCapture(event.pointerId);
    const move = ({ clientX }: globalThis.PointerEvent) =>
      table.resize(column, Math.max(MIN_WIDTH_REM / 2, startRem + (clientX - startX) / table.remPx));
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), {
      once: true,
    });
  };
  return (
    <span
      className={styles.resizer}
      title={TABLE_TEXTS.resize(nameColumn(column))}
      aria-hidden="true"
      onPointerDown={drag}
    />
  );
}
