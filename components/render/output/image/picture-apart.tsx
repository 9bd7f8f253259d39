'use client';

import { useEffect, useState } from 'react';
import { isBlobRef, toText } from '../../../../lib/notebook/mime-value.ts';
import { readBlob } from '../../../api/actbook-api.ts';
import { useSessionId } from '../../../api/session-id-context.tsx';
import { HtmlFrame } from '../frame/html-frame.tsx';
import type { DrawingProps } from '../parts/drawing-props.ts';
import { DRAWING_TEXTS } from '../parts/drawing-texts.ts';
import { readAsDataUrl, toDataUrl } from './picture.ts';

/** A picture that takes long, drawn in a frame, which is a process of its own. */
export function PictureApart({ mimeType, value, text }: DrawingProps) {
  const sessionId = useSessionId();
  const [src, setSrc] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const abort = new AbortController();
    const read = async () => {
      if (mimeType === 'image/svg+xml') return toDataUrl(mimeType, text);
      if (!isBlobRef(value)) return toDataUrl(mimeType, toText(value));
      const response = await readBlob(sessionId, value.blob, mimeType, abort.signal);
      return await readAsDataUrl(await response.blob());
    };
    read()
      .then(setSrc)
      .catch(() => {
        if (!abort.signal.aborted) setFailed(true);
      });
    return () => abort.abort();
  }, [sessionId, mimeType, value, text]);
  if (hasFailed) return <p role="alert">{DRAWING_TEXTS.notLoaded}</p>;
  if (src === null) return <p role="status">{DRAWING_TEXTS.loading}</p>;
  return <HtmlFrame html={`<img alt="" src="${src.replaceAll('"', '%22')}">`} lane="static" />;
}
