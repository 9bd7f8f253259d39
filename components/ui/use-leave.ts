import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Calls `onLeave` when something outside the element is pressed, while `isOpen`. */
export function useLeave(ref: RefObject<Element | null>, isOpen: boolean, onLeave: () => void): void {
  const leave = useEffectEvent(({ target }: Event) => {
    if (target instanceof Node && !ref.current?.contains(target)) onLeave();
  });
  useEffect(() => {
    if (!isOpen) return;
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [isOpen]);
}
