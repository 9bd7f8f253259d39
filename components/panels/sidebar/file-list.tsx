'use client';

import { createLate } from '../../ui/layers/create-late.tsx';
import { groupEntries } from '../files/group-entries.ts';
import type { FileEntry } from '../files/merge-files.ts';
import type { FileOrder } from '../files/sort-files.ts';
import { FileRow, FolderRow } from './file-rows.tsx';
import styles from './files-panel.module.css';

const DeletedFileRow = createLate(async () => (await import('./deleted-file-row.tsx')).DeletedFileRow);

interface FileListProps {
  sessionId: string;
  entries: readonly FileEntry[];
  order: FileOrder | null;
  onOpen: (name: string) => void;
  onDelete: (name: string) => void;
  onChange: () => void;
}

/** The files of a notebook that has some. */
export function FileList({ sessionId, entries, order, onOpen, onDelete, onChange }: FileListProps) {
  const rows = groupEntries(entries);
  return (
    <ul className={styles.files} aria-label="Files">
      {(order ? rows.toSorted(order.compare) : rows).map((file) => {
        const { name } = file;
        if (file.mark === 'deleted') return <DeletedFileRow key={name} {...{ sessionId, name, onChange }} />;
        const files = entries.filter((each) => each.name.startsWith(`${name}/`));
        return file.count > 1 ? (
          <FolderRow key={name} {...{ sessionId, files, onOpen, onDelete, onChange }} folder={file} />
        ) : (
          <FileRow
            key={name}
            {...{ sessionId, file, onChange }}
            onOpen={() => onOpen(name)}
            onDelete={() => onDelete(name)}
          />
        );
      })}
    </ul>
  );
}
