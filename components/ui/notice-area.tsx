'use client';

import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import styles from './notice-area.module.css';
import { UI_TEXTS } from './ui-texts.ts';

/**
 * Notices about one thing, such as the notebook, one line high. A click shows the first one whole, and the others.
 * `children` are notices, failures first.
 */
export function NoticeArea({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { others, isCut } = useHidden(ref, isOpen);
  const hasMore = others > 0 || isCut;
  return (
    <div ref={ref} className={styles.area} data-open={isOpen && hasMore} data-more={hasMore}>
      {children}
      {hasMore && (
        <Button
          look="quiet"
          className={styles.toggle ?? ''}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? UI_TEXTS.less : others > 0 ? UI_TEXTS.more(others) : UI_TEXTS.details}
        </Button>
      )}
    </div>
  );
}

/** How many notices one line leaves out, and whether it cuts the one that it shows or hides its buttons: only the drawn page knows. */
function useHidden(ref: RefObject<HTMLDivElement | null>, isOpen: boolean) {
  const [hidden, setHidden] = useState({ others: 0, isCut: false });
  useEffect(() => {
    const area = ref.current;
    if (!area) return;
    const measure = () => {
      const notices = [...area.querySelectorAll<HTMLElement>(':scope > [data-tone]')];
      const others = Math.max(0, notices.length - 1);
      const texts = notices.flatMap((notice) => [...notice.querySelectorAll<HTMLElement>('[data-text]')]);
      const buttons = notices.slice(0, 1).flatMap((notice) => [...notice.querySelectorAll('button')]);
      const isCut =
        texts.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth) ||
        buttons.some((button) => button.offsetParent === null);
      // What is open is cut nowhere: it stays closable.
      setHidden((last) => {
        const next = { others, isCut: isOpen ? notices.length > 0 && last.isCut : isCut };
        return next.others === last.others && next.isCut === last.isCut ? last : next;
      });
    };
    measure();
    const changes = new MutationObserver(measure);
    changes.observe(area, { childList: true, subtree: true, characterData: true });
    const sizes = new ResizeObserver(measure);
    sizes.observe(area);
    return () => {
      changes.disconnect();
      sizes.disconnect();
    };
  }, [ref, isOpen]);
  return hidden;
}
