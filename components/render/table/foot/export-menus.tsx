'use client';

import type { ReactNode } from 'react';
import { describeKept, describeSize, isWhole } from '../../../../lib/notebook/html-table/describe-size.ts';
import type { TableFormat } from '../../../../lib/protocol/tables/table-query.ts';
import { TextButton } from '../../../ui/controls/text-button.tsx';
import { CopyIcon, DownloadIcon } from '../../../ui/icons.tsx';
import { createLate } from '../../../ui/layers/create-late.tsx';
import type { MenuEntry } from '../../../ui/layers/menu-layer.tsx';
import { MenuTrigger } from '../../../ui/layers/menu-trigger.tsx';
import { copyText, saveBlob } from '../../../ui/text/clipboard.ts';
import { TABLE_TEXTS } from '../describe/table-texts.ts';
import { isNarrowed, PLAIN_VIEW, type TableView } from '../source/table.ts';
import type { TableExports } from '../source/table-source.ts';
import type { TableState } from '../state/use-table.ts';
import type { TableWork } from '../state/use-table-work.ts';
import styles from './table-foot.module.css';

const loadMenu = () => import('../../../ui/layers/menu-layer.tsx');
const MenuLayer = createLate(async () => (await loadMenu()).MenuLayer);

const FORMATS: Record<TableFormat, { label: string; ending: string }> = {
  csv: { label: 'CSV', ending: 'csv' },
  tsv: { label: 'Tab-separated', ending: 'tsv' },
  md: { label: 'Markdown', ending: 'md' },
  xlsx: { label: 'Excel', ending: 'xlsx' },
  parquet: { label: 'Parquet', ending: 'parquet' },
};
const COPIED: readonly TableFormat[] = ['tsv', 'csv', 'md'];
const SAVED: readonly TableFormat[] = ['csv', 'xlsx', 'parquet', 'md'];

interface ExportMenusProps {
  table: TableState;
  work: TableWork;
  exports: TableExports;
  fileName: string;
}

/** Takes the whole table along, or the rows that match; says before the click what is left of it. */
export function ExportMenus({ table, work, exports, fileName }: ExportMenusProps) {
  const { view, rowCount } = table;
  const { total, held } = exports;
  const use = (format: TableFormat, rows: TableView, verb: 'copy' | 'save') =>
    work.run(verb === 'copy' ? TABLE_TEXTS.copying : TABLE_TEXTS.saving, async (progress) => {
      const { blob, size } = await exports.write(format, rows, progress);
      if (verb === 'copy') await copyText(await blob.text());
      else saveBlob(blob, `${fileName}.${FORMATS[format].ending}`);
      return (verb === 'copy' ? TABLE_TEXTS.copied : TABLE_TEXTS.saved)(describeSize(size));
    });
  const list = (formats: readonly TableFormat[], verb: 'copy' | 'save') => () => {
    const entry =
      (rows: TableView, hint?: string) =>
      (format: TableFormat): MenuEntry => {
        const isOffered = exports.formats.includes(format);
        return {
          id: `${format} ${rows === view ? 'view' : 'all'}`,
          label: FORMATS[format].label,
          hint: isOffered ? hint : TABLE_TEXTS.needsKernel,
          isDisabled: !isOffered,
          onAction: () => use(format, rows, verb),
        };
      };
    // Saved rows keep the order that is seen.
    const all = { ...PLAIN_VIEW, sorting: view.sorting };
    if (!isNarrowed(view)) return [formats.map(entry(all))];
    return [
      formats.map(entry(view, TABLE_TEXTS.matchingRows(rowCount))),
      formats.map(entry(all, TABLE_TEXTS.allRows(describeSize(held)))),
    ];
  };
  const note = isWhole(held, total) ? describeSize(total) : describeKept(held, total);
  return (
    <>
      <span role="status" className={styles.done} data-failure={work.isFailure}>
        {work.text}
      </span>
      {work.isBusy && <TextButton onClick={work.cancel}>{TABLE_TEXTS.cancel}</TextButton>}
      <MenuButton
        label={TABLE_TEXTS.copy}
        icon={<ToolLabel icon={<CopyIcon size={13} />} text={TABLE_TEXTS.copy} />}
        listGroups={list(COPIED, 'copy')}
        note={note}
      />
      <MenuButton
        label={TABLE_TEXTS.save}
        icon={<ToolLabel icon={<DownloadIcon size={13} />} text={TABLE_TEXTS.save} />}
        listGroups={list(SAVED, 'save')}
        note={note}
      />
    </>
  );
}

function ToolLabel({ icon, text }: { icon: React.ReactNode; text: string }) {
  return (
    <span className={styles.label}>
      {icon}
      {text}
    </span>
  );
}

interface MenuButtonProps {
  /** What the button is called, for assistive technology. */
  label: string;
  icon: ReactNode;
  /** Its entries, with a line between groups. Called while the menu is open. */
  listGroups: () => readonly (readonly MenuEntry[])[];
  /** Small print below the entries. */
  note?: string;
}

/** A button with a menu of entries. */
function MenuButton({ label, icon, listGroups, note }: MenuButtonProps) {
  return (
    <MenuTrigger label={label} icon={icon} load={loadMenu}>
      {(buttonRef, onClose) => (
        <MenuLayer label={label} buttonRef={buttonRef} groups={listGroups()} note={note} onClose={onClose} />
      )}
    </MenuTrigger>
  );
}
