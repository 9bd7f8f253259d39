'use client';

import { useEffect, useState } from 'react';
import { isBlobRef, toText } from '../../../lib/notebook/mime-value.ts';
import { blobUrl } from '../../api/actbook-api.ts';
import { useSessionId } from '../../api/session-id-context.tsx';
import styles from './media-output.module.css';
import type { DrawingProps } from './parts/drawing-props.ts';
import { DRAWING_TEXTS } from './parts/drawing-texts.ts';

/** Audio or video. The page holds the bytes, so that the user can seek in them. */
export function MediaOutput({ mimeType, value }: DrawingProps) {
  const { url, failure } = useMediaUrl(mimeType, value);
  const [isBroken, setBroken] = useState(false);
  if (failure || isBroken) return <p role="note">{failure || DRAWING_TEXTS.notPlayed(mimeType)}</p>;
  if (!url) return <p role="status">{DRAWING_TEXTS.loading}</p>;
  const isVideo = mimeType.startsWith('video/');
  // No track: outputs have no captions, and the line below says so.
  const Player = isVideo ? 'video' : 'audio';
  return (
    <figure data-keep="">
      <Player
        className={isVideo ? styles.video : styles.audio}
        src={url}
        controls
        onError={() => setBroken(true)}
      />
      <figcaption className={styles.caption}>
        {isVideo ? DRAWING_TEXTS.videoCaption : DRAWING_TEXTS.audioCaption}{' '}
        <a href={url} download={`output.${mimeType.split('/')[1]?.replace('x-', '')}`}>
          Save
        </a>
      </figcaption>
    </figure>
  );
}

function useMediaUrl(mimeType: string, value: unknown): { url: string; failure: string } {
  const sessionId = useSessionId();
  const address = isBlobRef(value)
    ? blobUrl(sessionId, value.blob, mimeType)
    : `data:${mimeType};base64,${toText(value).replaceAll(/\s/g, '')}`;
  const [state, setState] = useState({ url: '', failure: '' });
  useEffect(() => {
    const abort = new AbortController();
    let url = '';
    readBytes(address, abort.signal)
      .then((bytes) => {
        url = URL.createObjectURL(new Blob([bytes], { type: mimeType }));
        setState({ url, failure: '' });
      })
      .catch(() => {
        if (!abort.signal.aborted) setState({ url: '', failure: DRAWING_TEXTS.notLoaded });
      });
    return () => {
      abort.abort();
      URL.revokeObjectURL(url);
    };
  }, [address, mimeType]);
  return state;
}

async function readBytes(address: string, signal: AbortSignal): Promise<BlobPart> {
  if (address.startsWith('data:')) {
    return Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (byte) => byte.charCodeAt(0));
  }
  const response = await fetch(address, { signal });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return await response.arrayBuffer();
}
