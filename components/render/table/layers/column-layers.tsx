'use client';

import { createLate } from '../../../ui/layers/create-late.tsx';
import type { MenuEntry } from '../../../ui/layers/menu-layer.tsx';
import { Popover } from '../../../ui/layers/popover.tsx';
import { describeFully } from '../describe/describe-facts.ts';
import { TABLE_TEXTS } from '../describe/table-texts.ts';
import { type Column, isIndex, nameColumn } from '../source/table.ts';
import type { TableState } from '../state/use-table.ts';
import { ColumnFilterForm } from './column-filter-form.tsx';
import { toElementRef } from './to-element-ref.ts';

const MenuLayer = createLate(async () => (await import('../../../ui/layers/menu-layer.tsx')).MenuLayer);

export interface OpenColumn {
  /** In the columns of the source. */
  readonly index: number;
  /** Of its heading. */
  readonly anchorId: string;
  readonly kind: 'menu' | 'filter';
}

interface ColumnLayersProps {
  table: TableState;
  open: OpenColumn;
  onOpen: (open: OpenColumn | null) => void;
}

/** The menu of a column's heading, or its filter. */
export function ColumnLayers({ table, open, onOpen }: ColumnLayersProps) {
  const anchorRef = toElementRef(open.anchorId);
  const column = table.source.columns[open.index];
  if (!column) return null;
  const close = () => onOpen(null);
  const name = nameColumn(column) || (isIndex(column) ? TABLE_TEXTS.index : TABLE_TEXTS.unnamed);
  if (open.kind === 'filter') {
    return (
      <Popover label={TABLE_TEXTS.filterOf(name)} anchorRef={anchorRef} onClose={close}>
        <ColumnFilterForm table={table} column={column} index={open.index} onClose={close} />
      </Popover>
    );
  }
  const facts = table.reader.facts(open.index);
  return (
    <MenuLayer
      label={TABLE_TEXTS.column(name)}
      buttonRef={anchorRef}
      groups={listEntries(table, column, open.index, () => onOpen({ ...open, kind: 'filter' }))}
      note={describeFully(column, facts) || undefined}
      onClose={close}
    />
  );
}

function listEntries(table: TableState, column: Column, index: number, filter: () => void): MenuEntry[][] {
  const { view, setView, source, places, onAsk, reader } = table;
  const { at } = column;
  const isPinned = places.some((place) => place.index === index && place.isPinned);
  const isFiltered = view.filters.some((each) => each.column === at);
  const canSort = !isIndex(column) || source.sortsIndex;
  const sortBy = (order: 'ascending' | 'descending'): MenuEntry => ({
    id: order,
    label: TABLE_TEXTS[order],
    isDisabled: !canSort || (view.sorting?.at === at && view.sorting.order === order),
    onAction: () => setView({ ...view, sorting: { at, order } }),
  });
  const step = (id: 'wider' | 'narrower', by: number): MenuEntry => ({
    id,
    label: TABLE_TEXTS[id],
    onAction: () => table.resize(column, table.widthRem(index) * by),
  });
  const remove = () => setView({ ...view, filters: view.filters.filter((each) => each.column !== at) });
  const ask = () =>
    onAsk?.(TABLE_TEXTS.quoteColumn(nameColumn(column), describeFully(column, reader.facts(index))));
  const groups: MenuEntry[][] = [
    [
      sortBy('ascending'),
      sortBy('descending'),
      ...(view.sorting?.at === at
        ? [
            {
              id: 'unsorted',
              label: TABLE_TEXTS.unsorted,
              onAction: () => setView({ ...view, sorting: null }),
            },
          ]
        : []),
    ],
    isIndex(column)
      ? []
      : [
          { id: 'filter', label: TABLE_TEXTS.filter, onAction: filter },
          ...(isFiltered ? [{ id: 'unfilter', label: TABLE_TEXTS.unfilter, onAction: remove }] : []),
        ],
    [
      {
        id: 'pin',
        label: isPinned ? TABLE_TEXTS.unpin : TABLE_TEXTS.pin,
        onAction: () => table.pin(column, !isPinned),
      },
      step('wider', 1.3),
      step('narrower', 1 / 1.3),
    ],
    onAsk ? [{ id: 'ask', label: TABLE_TEXTS.askColumn, onAction: ask }] : [],
  ];
  return groups.filter((entries) => entries.length > 0);
}
