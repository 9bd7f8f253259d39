'use client';

import { memo } from 'react';
import { placeAttachments } from '../../../../lib/notebook/place-attachments.ts';
import type { Cell } from '../../../../lib/session/session.ts';
import { Markdown } from '../../../render/markdown/markdown.tsx';
import styles from './prose-cell.module.css';
import { useAttachedImages } from './use-attached-images.ts';

const LOOKS = { task: styles.fileTask, thought: styles.fileThought, answer: styles.fileAnswer };

/** A Markdown cell from a notebook file, with its attached pictures, as what it was there; a raw cell as plain text. */
export const ImportedNote = memo(function ImportedNote({ cell }: { cell: Cell }) {
  const images = useAttachedImages(cell.imported?.attachments);
  if (cell.imported?.isRaw) return <pre className={styles.raw}>{cell.source}</pre>;
  const text = placeAttachments(cell.source, (name) => images.get(name));
  const role = cell.imported?.role;
  if (role === undefined) return <Markdown text={text} />;
  return (
    <div className={LOOKS[role]} data-file-role={role}>
      <Markdown text={text} />
    </div>
  );
});
