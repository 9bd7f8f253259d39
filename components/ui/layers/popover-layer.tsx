'use client';

import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react';
import { Popover, type PopoverProps } from 'react-aria-components/Popover';
import styles from './popover-layer.module.css';

interface PopoverLayerProps {
  label: string;
  /** What it belongs to: it appears next to it. */
  anchorRef: RefObject<HTMLElement | null>;
  placement?: NonNullable<PopoverProps['placement']>;
  /** `wide`: for lists and text, as wide as a column of them. */
  width?: 'content' | 'wide';
  children: ReactNode;
  onClose: () => void;
}

/**
 * An open layer over the page, next to what it belongs to. Escape and a press elsewhere close the topmost layer, and
 * only that; the focus returns to where it was. Rendered only while it is open, by a component that loads it on
 * demand: it is the page's only use of React Aria's overlays.
 */
export function PopoverLayer(props: PopoverLayerProps) {
  const { label, anchorRef, placement = 'bottom start', width = 'content', children, onClose } = props;
  useReturnFocus();
  // What is outside an open dialog can be neither seen nor used. Found once all is in place: while a part of the page
  // is loaded for the first time, the anchor may not be there yet.
  const [container, setContainer] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setContainer(anchorRef.current?.closest('dialog') ?? document.body), [anchorRef]);
  if (!container) return null;
  return (
    <Popover
      className={styles.layer ?? ''}
      data-width={width}
      aria-label={label}
      triggerRef={anchorRef}
      placement={placement}
      offset={4}
      containerPadding={8}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      UNSTABLE_portalContainer={container}
    >
      {children}
    </Popover>
  );
}

/** At once: React Aria does it a frame later, and until then keys would be lost. */
function useReturnFocus() {
  const [before] = useState(() => document.activeElement);
  useLayoutEffect(
    () => () =>
      // Once the layer is out of the page. Until then, React Aria keeps the focus in it.
      queueMicrotask(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true });
      }),
    [before],
  );
}
