'use client';

import { useEffect, useRef } from 'react';
import { MAX_VALUE_LENGTH } from '../../../../lib/protocol/tables/table-bounds.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Popover } from '../../../ui/layers/popover.tsx';
import { copyText } from '../../../ui/text/clipboard.ts';
import { TABLE_TEXTS } from '../describe/table-texts.ts';
import { writeValue } from '../source/format-value.ts';
import { nameColumn } from '../source/table.ts';
import type { Place } from '../state/grid-place.ts';
import type { TableState } from '../state/use-table.ts';
import styles from './layers.module.css';
import { toElementRef } from './to-element-ref.ts';

interface CellReaderProps {
  table: TableState;
  place: Place;
  anchorId: string;
  onClose: () => void;
}

/** The whole value of a cell that may be clipped, to read and to copy. */
export function CellReader({ table, place, anchorId, onClose }: CellReaderProps) {
  const anchorRef = toElementRef(anchorId);
  const { source, reader, places } = table;
  const index = places[place.column]?.index ?? 0;
  const column = source.columns[index];
  const value = reader.value(place.row, index);
  const text = writeValue(value ?? null);
  // As kernels end what they cut.
  const isCut = text.length === MAX_VALUE_LENGTH && text.endsWith('…');
  const name = TABLE_TEXTS.wholeValue(column ? nameColumn(column) : '', (place.row + 1).toLocaleString('en'));
  const boxRef = useRef<HTMLElement>(null);
  useEffect(() => boxRef.current?.focus(), []);
  if (!anchorRef.current || value === undefined) return null;
  return (
    <Popover label={name} anchorRef={anchorRef} onClose={onClose}>
      <section ref={boxRef} className={styles.reader} aria-label={name} tabIndex={-1}>
        <p className={styles.caption}>
          {name}
          {column?.type && ` · ${column.type}`}
        </p>
        {value === null ? (
          <p className={styles.missing}>{TABLE_TEXTS.missingValue}</p>
        ) : (
          <pre className={styles.whole}>{text}</pre>
        )}
        {isCut && <p className={styles.missing}>{TABLE_TEXTS.cutValue}</p>}
        <Button onClick={() => void copyText(text).then(onClose)}>{TABLE_TEXTS.copy}</Button>
      </section>
    </Popover>
  );
}
