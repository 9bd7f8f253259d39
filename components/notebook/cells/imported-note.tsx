'use client';

import { memo } from 'react';
import type { Cell } from '../../../lib/session/session.ts';
import { Markdown } from '../../render/markdown/markdown.tsx';
import styles from './prose-cell.module.css';
import { useAttachedImages } from './use-attached-images.ts';

/** Markdown that a notebook file brought, with the pictures attached to it, or its text for a converter as it is. */
export const ImportedNote = memo(function ImportedNote({ cell }: { cell: Cell }) {
  const images = useAttachedImages(cell.imported?.attachments);
  if (cell.imported?.isRaw) return <pre className={styles.raw}>{cell.source}</pre>;
  const text = cell.source.replaceAll(/\]\(attachment:([^()\s]+)\)/g, (link, name: string) =>
    images.has(name) ? `](${images.get(name)})` : link,
  );
  return <Markdown text={text} />;
});
