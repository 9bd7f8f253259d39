'use client';

import { Select } from '../../ui/controls/select.tsx';
import { FILE_DIALOG_TEXTS } from '../files/file-dialog-texts.ts';
import { FILE_ORDERS, type FileOrder } from '../files/sort-files.ts';
import styles from './files-panel.module.css';

interface OrderPickerProps {
  /** Null for the order in which files were added. */
  value: FileOrder | null;
  onChange: (order: FileOrder | null) => void;
}

/** How the list of files is sorted. */
export function OrderPicker({ value, onChange }: OrderPickerProps) {
  const { sort, order } = FILE_DIALOG_TEXTS;
  return (
    <div className={styles.order}>
      <Select
        aria-label={sort}
        value={value?.id ?? 'added'}
        onChange={({ target }) => onChange(FILE_ORDERS.find(({ id }) => id === target.value) ?? null)}
      >
        <option value="added">{order.added}</option>
        {FILE_ORDERS.map(({ id }) => (
          <option key={id} value={id}>
            {order[id]}
          </option>
        ))}
      </Select>
    </div>
  );
}
