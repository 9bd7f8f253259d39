'use client';

import { memo, useEffect, useState } from 'react';
import { isBlobRef } from '../../../../lib/notebook/mime-value.ts';
import type { MimeBundle } from '../../../../lib/notebook/output.ts';
import { placeAttachments } from '../../../../lib/notebook/place-attachments.ts';
import type { Cell } from '../../../../lib/session/session.ts';
import { readBlob } from '../../../api/actbook-api.ts';
import { useSessionId } from '../../../api/session-id-context.tsx';
import { Markdown } from '../../../render/markdown/markdown.tsx';
import { readAsDataUrl } from '../../../render/output/image/picture.ts';
import styles from './prose-cell.module.css';

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

type Attachments = Readonly<Record<string, MimeBundle>>;

/** Pictures attached to a cell as `(data:…)`, the address in a Markdown link, by name; pictures stored as blobs follow when loaded. */
function useAttachedImages(attachments: Attachments | undefined): ReadonlyMap<string, string> {
  const sessionId = useSessionId();
  const [images, setImages] = useState<ReadonlyMap<string, string>>(() => new Map(readInline(attachments)));
  useEffect(() => {
    if (!attachments) return;
    const abort = new AbortController();
    for (const [name, data] of Object.entries(attachments)) {
      for (const [mimeType, value] of Object.entries(data)) {
        if (!isBlobRef(value)) continue;
        readBlob(sessionId, value.blob, mimeType, abort.signal)
          .then(async (response) => readAsDataUrl(await response.blob()))
          .then((url) => {
            if (!abort.signal.aborted) setImages((before) => new Map([...before, [name, `(${url})`]]));
          })
          // The text is shown without it.
          .catch(() => {});
      }
    }
    return () => abort.abort();
  }, [attachments, sessionId]);
  return images;
}

function readInline(attachments: Attachments = {}): [string, string][] {
  return Object.entries(attachments).flatMap(([name, data]) =>
    Object.entries(data).flatMap(([mimeType, value]): [string, string][] =>
      typeof value === 'string' ? [[name, `(data:${mimeType};base64,${value.replaceAll(/\s/g, '')})`]] : [],
    ),
  );
}
