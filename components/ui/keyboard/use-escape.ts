import { useEffect, useEffectEvent } from 'react';

/**
 * Calls `onEscape` when Escape is pressed and nothing above took it. Every layer marks an Escape that it takes as
 * handled: menus, dialogs and fields first, because the key was pressed in them; then what this is for, an open drawer.
 */
export function useEscape(isActive: boolean, onEscape: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onEscape();
  });
  useEffect(() => {
    if (!isActive) return;
    const hear = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [isActive]);
}
