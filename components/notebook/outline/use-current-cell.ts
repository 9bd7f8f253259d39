'use client';

import { useEffect, useState } from 'react';

/** How far below the header the top of a cell may be to count as reached, in pixels. */
const REACHED_PX = 120;

/** The last of these cells whose top the user has scrolled to; before that, the first cell. */
export function useCurrentCell(cellIds: readonly string[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  const key = cellIds.join(' ');
  useEffect(() => {
    const ids = key === '' ? [] : key.split(' ');
    let frame = 0;
    const find = () => {
      frame = 0;
      const isReached = (id: string) => {
        const element = document.getElementById(id);
        return element !== null && element.getBoundingClientRect().top <= REACHED_PX;
      };
      setCurrent(ids.findLast(isReached) ?? ids[0] ?? null);
    };
    const scroll = () => {
      frame ||= requestAnimationFrame(find);
    };
    find();
    addEventListener('scroll', scroll, { passive: true });
    return () => {
      removeEventListener('scroll', scroll);
      cancelAnimationFrame(frame);
    };
  }, [key]);
  return current;
}
