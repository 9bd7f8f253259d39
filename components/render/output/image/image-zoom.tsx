'use client';

import { type KeyboardEvent, useRef, useState } from 'react';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { CloseIcon, ZoomInIcon, ZoomOutIcon } from '../../../ui/icons.tsx';
import { ModalDialog } from '../../../ui/layers/modal-dialog.tsx';
import { ScrollBox } from '../../../ui/scroll-box.tsx';
import { type OutputTool, OutputTools } from '../parts/output-tools.tsx';
import { IMAGE_TEXTS } from './image-texts.ts';
import styles from './image-zoom.module.css';
import type { Plate } from './picture.ts';

const STEP = 1.25;
const MIN_ZOOM = 0.1;
const MAX_ZOOM = 8;
const MAX_FIT_ZOOM = 3;

interface ImageZoomProps {
  src: string;
  description: string;
  plate: Plate;
  tools: readonly OutputTool[];
  onClose: () => void;
}

/** A picture over the whole page: `+`, `-`, `0` (fit) and `1` (actual size) zoom, arrows scroll, Escape closes. */
export function ImageZoom({ src, description, plate, tools, onClose }: ImageZoomProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const imageRef = useRef<HTMLImageElement>(null);
  /** Relative to its actual size; null while it is fitted to the window. */
  const [zoom, setZoom] = useState<number | null>(null);
  const [size, setSize] = useState({ width: 0, height: 1 });

  const scale = (factor: number) => {
    const image = imageRef.current;
    if (!image?.naturalWidth) return;
    const current = zoom ?? image.clientWidth / image.naturalWidth;
    setZoom(Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, current * factor)));
  };
  const press = (event: KeyboardEvent) => {
    // The notebook below has its own keys.
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') scale(STEP);
    else if (event.key === '-') scale(1 / STEP);
    else if (event.key === '0') setZoom(null);
    else if (event.key === '1') setZoom(1);
  };
  return (
    <ModalDialog
      ref={dialogRef}
      className={styles.dialog}
      label="Picture"
      onClose={onClose}
      onKeyDown={press}
    >
      <div className={styles.bar}>
        <IconButton
          label={IMAGE_TEXTS.zoomOut}
          title={`${IMAGE_TEXTS.zoomOut} (-)`}
          onClick={() => scale(1 / STEP)}
        >
          <ZoomOutIcon />
        </IconButton>
        <IconButton
          label={IMAGE_TEXTS.zoomIn}
          title={`${IMAGE_TEXTS.zoomIn} (+)`}
          onClick={() => scale(STEP)}
        >
          <ZoomInIcon />
        </IconButton>
        <Button
          look="quiet"
          title={IMAGE_TEXTS.fitHint}
          aria-pressed={zoom === null}
          onClick={() => setZoom(null)}
        >
          Fit
        </Button>
        <Button
          look="quiet"
          title={IMAGE_TEXTS.actualSizeHint}
          aria-pressed={zoom === 1}
          onClick={() => setZoom(1)}
        >
          {IMAGE_TEXTS.actualSize}
        </Button>
        <span className={styles.space} />
        <OutputTools tools={tools} label={IMAGE_TEXTS.actions} />
        <IconButton label="Close" title="Close (Esc)" onClick={() => dialogRef.current?.close()}>
          <CloseIcon />
        </IconButton>
      </div>
      <ScrollBox className={styles.stage} label={IMAGE_TEXTS.stage} isFollowing={false}>
        <img
          ref={imageRef}
          className={styles.image}
          data-plate={plate}
          src={src}
          alt={description}
          style={{ width: zoom === null ? fitWidth(size) : zoom * size.width }}
          onLoad={({ currentTarget }) =>
            setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
          }
        />
      </ScrollBox>
    </ModalDialog>
  );
}

/** As large as the window allows, up to the size where pixels show. */
function fitWidth({ width, height }: { width: number; height: number }): string {
  return `min(100%, (100dvh - 6rem) * ${width / height}, ${width * MAX_FIT_ZOOM}px)`;
}
