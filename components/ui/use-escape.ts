import { useEffect, useEffectEvent } from 'react';

/**
 * Calls `onEscape` when Escape is pressed and nothing above took it. Every layer marks an Escape that it takes as
 * handled: menus, dialogs and fields first, because the key was pressed in them; then an open drawer (`drawer`); then
 * what is running (`page`).
 */
export function useEscape(level: 'drawer' | 'page', isActive: boolean, onEscape: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onEscape();
  });
  useEffect(() => {
    if (!isActive) return;
    // An event reaches the document before the window.
    const target = level === 'drawer' ? document : window;
    const hear = (event: Event) => {
      if (event instanceof KeyboardEvent) press(event);
    };
    target.addEventListener('keydown', hear);
    return () => target.removeEventListener('keydown', hear);
  }, [level, isActive]);
}
