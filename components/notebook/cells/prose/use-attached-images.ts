'use client';

import { useEffect, useState } from 'react';
import { isBlobRef } from '../../../../lib/notebook/mime-value.ts';
import type { MimeBundle } from '../../../../lib/notebook/output.ts';
import { blobUrl } from '../../../api/actbook-api.ts';
import { useSessionId } from '../../../api/session-id-context.tsx';

type Attachments = Readonly<Record<string, MimeBundle>>;

/** Pictures attached to a cell as `(data:…)`, the address in a Markdown link, by name; pictures stored as blobs follow when loaded. */
export function useAttachedImages(attachments: Attachments | undefined): ReadonlyMap<string, string> {
  const sessionId = useSessionId();
  const [images, setImages] = useState<ReadonlyMap<string, string>>(() => new Map(readInline(attachments)));
  useEffect(() => {
    if (!attachments) return;
    let isLeft = false;
    for (const [name, data] of Object.entries(attachments)) {
      for (const [mimeType, value] of Object.entries(data)) {
        if (!isBlobRef(value)) continue;
        void fetchImage(blobUrl(sessionId, value.blob, mimeType)).then((url) => {
          if (url && !isLeft) setImages((before) => new Map([...before, [name, `(${url})`]]));
        });
      }
    }
    return () => {
      isLeft = true;
    };
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

/** Null when it cannot be loaded: the text is shown without it. */
async function fetchImage(url: string): Promise<string | null> {
  const response = await fetch(url).catch(() => null);
  if (!response?.ok) return null;
  const blob = await response.blob();
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onloadend = () => resolve(typeof reader.result === 'string' ? reader.result : null);
    reader.readAsDataURL(blob);
  });
}
