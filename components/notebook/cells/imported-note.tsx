'use client';

import { memo } from 'react';
import { placeAttachments } from '../../../lib/notebook/place-attachments.ts';
import type { Cell } from '../../../lib/session/session.ts';
import { Markdown } from '../../render/markdown/markdown.tsx';
import styles from './prose-cell.module.css';
import { useAttachedImages } from './use-attached-images.ts';

/** A Markdown cell from a notebook file, with its attached pictures; a raw cell as plain text. */
export const ImportedNote = memo(function ImportedNote({ cell }: { cell: Cell }) {
  const images = useAttachedImages(cell.imported?.attachments);
  if (cell.imported?.isRaw) return <pre className={styles.raw}>{cell.source}</pre>;
  const text = placeAttachments(cell.source, (name) => images.get(name));
  return <Markdown text={text} />;
});
