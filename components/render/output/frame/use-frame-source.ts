'use client';

import { useEffect, useMemo, useState } from 'react';
import type { ChartViewer } from '../../../../lib/notebook/chart-viewers.ts';
import { isBlobRef, toText } from '../../../../lib/notebook/mime-value.ts';
import { readBlob } from '../../../api/actbook-api.ts';
import { useSessionId } from '../../../api/session-id-context.tsx';
import { DRAWING_TEXTS } from '../parts/drawing-texts.ts';
import { toDrawMessage } from './frame-messages.ts';
import { FRAME_TEXTS } from './frame-texts.ts';
import type { FrameContent } from './use-frame.ts';

const MAX_BYTES = 100_000_000;

interface FrameSource {
  /** Null while it is being loaded. */
  content: FrameContent | null;
  /** A sentence when there is nothing to draw; empty otherwise. */
  failure: string;
}

/** A value of a bundle for a viewer's frame. Stored bytes go there unread. */
export function useFrameSource(viewer: ChartViewer, value: unknown): FrameSource {
  const sessionId = useSessionId();
  const inline = isBlobRef(value) ? null : toText(value);
  const blob = isBlobRef(value) ? value.blob : null;
  const isTooBig = isBlobRef(value) && value.bytes > MAX_BYTES;
  const [loaded, setLoaded] = useState<FrameSource>({ content: null, failure: '' });
  useEffect(() => {
    if (blob === null || isTooBig) return;
    const abort = new AbortController();
    readBlob(sessionId, blob, '', abort.signal)
      .then(async (response) => {
        const source = await response.arrayBuffer();
        setLoaded({
          content: { message: toDrawMessage(viewer, source), transfer: [source] },
          failure: '',
        });
      })
      .catch(() => {
        if (!abort.signal.aborted) setLoaded({ content: null, failure: DRAWING_TEXTS.notLoaded });
      });
    return () => abort.abort();
  }, [sessionId, blob, isTooBig, viewer]);
  const given = useMemo(
    () => (inline === null ? null : { message: toDrawMessage(viewer, inline) }),
    [inline, viewer],
  );
  if (isTooBig) return { content: null, failure: FRAME_TEXTS.tooBig };
  return given ? { content: given, failure: '' } : loaded;
}
