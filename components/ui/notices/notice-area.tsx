'use client';

import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { UI_TEXTS } from '../ui-texts.ts';
import styles from './notice-area.module.css';

/**
 * Notices about one thing, such as the notebook, in one line; on phones, each in at most two. A click shows the first one
 * whole, and the others; a standing one is beside the first, in few words.
 * `children` are notices, failures first.
 */
export function NoticeArea({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { others, isCut } = useHidden(ref);
  const hasMore = others > 0 || isCut;
  return (
    <div ref={ref} className={styles.area} data-open={isOpen && hasMore} data-more={hasMore}>
      {children}
      {hasMore && (
        <Button
          look="quiet"
          className={styles.toggle}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? UI_TEXTS.less : others > 0 ? UI_TEXTS.more(others) : UI_TEXTS.details}
        </Button>
      )}
    </div>
  );
}

/** How many notices two lines leave out; if none, whether they cut the one that they show or hide its buttons: only the drawn page knows. */
function useHidden(ref: RefObject<HTMLDivElement | null>) {
  const [hidden, setHidden] = useState({ others: 0, isCut: false });
  useEffect(() => {
    const area = ref.current;
    if (!area) return;
    const isCutNow = (notices: readonly HTMLElement[]) => {
      const texts = notices.flatMap((notice) => [...notice.querySelectorAll<HTMLElement>('[data-text]')]);
      const buttons = notices.flatMap((notice) => [...notice.querySelectorAll('button')]);
      return (
        // Of a standing one, there are few words only.
        texts.some(
          (text) =>
            text.offsetParent === null ||
            text.scrollWidth > text.clientWidth ||
            text.scrollHeight > text.clientHeight,
        ) || buttons.some((button) => button.offsetParent === null)
      );
    };
    /** Of the only notice, closed and without a toggle: what is open is cut nowhere, and a toggle takes room itself. */
    const wouldBeCut = (notices: readonly HTMLElement[]) => {
      const { open, more } = area.dataset;
      Object.assign(area.dataset, { open: 'false', more: 'false' });
      const isCut = isCutNow(notices);
      Object.assign(area.dataset, { open, more });
      changes.takeRecords();
      return isCut;
    };
    const measure = () => {
      const notices = [...area.querySelectorAll<HTMLElement>(':scope > [data-tone]')];
      const passing = notices.filter(({ dataset }) => dataset.standing === undefined);
      const others = Math.max(0, passing.length - 1);
      const isCut = others === 0 && notices.length > 0 && wouldBeCut(notices);
      setHidden((last) => {
        const next = { others, isCut };
        return next.others === last.others && next.isCut === last.isCut ? last : next;
      });
    };
    const changes = new MutationObserver(measure);
    measure();
    const attributes = { attributes: true, attributeFilter: ['data-open'] };
    changes.observe(area, { childList: true, subtree: true, characterData: true, ...attributes });
    const sizes = new ResizeObserver(measure);
    sizes.observe(area);
    return () => {
      changes.disconnect();
      sizes.disconnect();
    };
  }, [ref]);
  return hidden;
}
