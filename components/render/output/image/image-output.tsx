'use client';

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isBlobRef, toText } from '../../../../lib/notebook/mime-value.ts';
import { blobUrl } from '../../../api/actbook-api.ts';
import { useSessionId } from '../../../api/session-id-context.tsx';
import { whenIdle } from '../../../ui/hooks/use-idle.ts';
import { CopyIcon, DownloadIcon } from '../../../ui/icons.tsx';
import { createLate } from '../../../ui/layers/create-late.tsx';
import { saveUrl } from '../../../ui/text/clipboard.ts';
import type { DrawingProps } from '../parts/drawing-props.ts';
import { DRAWING_TEXTS } from '../parts/drawing-texts.ts';
import { type OutputTool, WithTools } from '../parts/output-tools.tsx';
import { describePicture, findShownSize, toFileName } from './describe-picture.ts';
import styles from './image-output.module.css';
import { IMAGE_TEXTS } from './image-texts.ts';
import { findPlate, type Plate, toDataUrl, toPng } from './picture.ts';

const ImageZoom = createLate(async () => (await import('./image-zoom.tsx')).ImageZoom);

const NEEDS_HTTPS = 'This browser copies pictures only on HTTPS pages. Save the picture instead.';
/** A page that never rests reads the picture after so long. */
const MAX_WAIT_MS = 2_000;

/** A picture that opens large. SVG is an `<img>` too: there its scripts and links do nothing. */
export function ImageOutput({ mimeType, value, output, text }: DrawingProps) {
  const sessionId = useSessionId();
  const imageRef = useRef<HTMLImageElement>(null);
  const { plate: found, onLoad } = usePlate();
  const plate = output.digest?.figure?.lineArt ? 'ink' : found;
  const [isOpen, setOpen] = useState(false);
  const src = useMemo(() => {
    if (mimeType === 'image/svg+xml') return toDataUrl(mimeType, text);
    return isBlobRef(value) ? blobUrl(sessionId, value.blob, mimeType) : toDataUrl(mimeType, toText(value));
  }, [sessionId, mimeType, text, value]);
  const description = describePicture(output);
  const tools = listTools(() => imageRef.current, src, mimeType, toFileName(output, mimeType));
  return (
    <figure>
      <WithTools tools={tools}>
        <button
          type="button"
          className={styles.open}
          onClick={() => setOpen(true)}
          aria-label={IMAGE_TEXTS.enlarge(description)}
        >
          <img
            ref={imageRef}
            className={styles.image}
            data-plate={plate}
            src={src}
            alt={description}
            loading="lazy"
            decoding="async"
            {...findShownSize(output, mimeType, value)}
            onLoad={({ currentTarget }) => onLoad(currentTarget)}
          />
        </button>
        {isOpen && (
          <ImageZoom
            src={src}
            description={description}
            plate={plate}
            tools={tools}
            onClose={() => setOpen(false)}
          />
        )}
      </WithTools>
    </figure>
  );
}

/**
 * What the picture needs behind it; `light` before it has loaded. Pixels are read when the page has time, and not at all
 * if the picture is gone by then.
 */
function usePlate(): { plate: Plate; onLoad: (image: HTMLImageElement) => void } {
  const [plate, setPlate] = useState<Plate>('light');
  const cancelRef = useRef(() => {});
  useEffect(() => () => cancelRef.current(), []);
  const onLoad = useCallback((image: HTMLImageElement) => {
    cancelRef.current();
    cancelRef.current = whenIdle(() => setPlate(findPlate(image)), MAX_WAIT_MS);
  }, []);
  return { plate, onLoad };
}

function listTools(
  findImage: () => HTMLImageElement | null,
  src: string,
  mimeType: string,
  fileName: string,
): OutputTool[] {
  const copy = async () => {
    const image = findImage();
    if (image) await copyPng(toPng(image, mimeType));
    return 'Copied';
  };
  const save = () => {
    saveUrl(src, fileName);
    return 'Saved';
  };
  return [
    { label: 'Copy', name: IMAGE_TEXTS.copyAsImage, icon: <CopyIcon size={13} />, act: copy },
    { label: 'Save', name: DRAWING_TEXTS.saveAs(fileName), icon: <DownloadIcon size={13} />, act: save },
  ];
}

/** Takes the promise, because the click that allows it is over when the picture is ready. */
async function copyPng(png: Promise<Blob>): Promise<void> {
  if (!navigator.clipboard || !('ClipboardItem' in globalThis)) {
    throw new Error(NEEDS_HTTPS);
  }
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
}
