'use client';

import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { TextButton } from '../../../ui/controls/text-button.tsx';
import { CELL_TEXTS } from '../cell-texts.ts';
import styles from './wide-outputs.module.css';

/** What is gained must be worth a button, CSS pixels. */
const MIN_GAIN_PX = 48;

/** A cell's outputs. If one is wider than its place, and the page has more room, a button gives the cell all of that. */
export function WideOutputs({ children }: { children: ReactNode }) {
  const boxRef = useRef<HTMLDivElement>(null);
  const [isFull, setFull] = useState(false);
  const canWiden = useCanWiden(boxRef);
  // The cell's frame is widened by an attribute: a rule that looks into each frame slows down all changes of the page.
  useLayoutEffect(() => {
    if (!isFull) return;
    const frame = boxRef.current?.closest('[data-cell-id]');
    frame?.setAttribute('data-full', 'true');
    return () => frame?.removeAttribute('data-full');
  }, [isFull]);
  return (
    <div ref={boxRef} className={styles.outputs} data-full={isFull}>
      {children}
      {(isFull || canWiden) && (
        <TextButton className={styles.toggle} onClick={() => setFull(!isFull)}>
          {isFull ? CELL_TEXTS.normalWidth : CELL_TEXTS.fullWidth}
        </TextButton>
      )}
    </div>
  );
}

/** Only the drawn page knows what is cut off and how much room there is. */
function useCanWiden(boxRef: RefObject<HTMLDivElement | null>): boolean {
  const [canWiden, setCanWiden] = useState(false);
  useEffect(() => {
    const box = boxRef.current;
    if (!box) return;
    const measure = () => setCanWiden(isCut(box) && readGain(box) >= MIN_GAIN_PX);
    const changes = new MutationObserver(measure);
    changes.observe(box, { subtree: true, childList: true, attributeFilter: ['data-more'] });
    const sizes = new ResizeObserver(measure);
    sizes.observe(box);
    return () => {
      changes.disconnect();
      sizes.disconnect();
    };
  }, [boxRef]);
  return canWiden;
}

/** Boxes that scroll sideways say so: see `ScrollBox`. */
function isCut(box: Element): boolean {
  return box.querySelector('[data-more~="end"], [data-more~="start"]') !== null;
}

/** How much wider the cell could be. */
function readGain(box: Element): number {
  const main = box.closest('main');
  const cell = box.closest('[data-cell-id]');
  if (!main || !cell) return 0;
  const { left, width } = box.getBoundingClientRect();
  const gutter = left - cell.getBoundingClientRect().left;
  const { paddingLeft, paddingRight } = getComputedStyle(main);
  return main.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - gutter - width;
}
