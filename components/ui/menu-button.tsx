'use client';

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import styles from './menu-button.module.css';

interface MenuButtonProps {
  /** What the button is called, for assistive technology. */
  label: string;
  icon: ReactNode;
  /** Its entries, drawn while it is open: elements with the role `menuitem`. */
  children: ReactNode;
}

/** A button with a menu above everything else on the page; arrows move in it, Escape closes it. */
export function MenuButton({ label, icon, children }: MenuButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={buttonRef}
        look="quiet"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {icon}
      </Button>
      {isOpen && buttonRef.current && (
        <OpenMenu label={label} button={buttonRef.current} onClose={() => setOpen(false)}>
          {children}
        </OpenMenu>
      )}
    </>
  );
}

interface OpenMenuProps {
  label: string;
  button: HTMLElement;
  onClose: () => void;
  children: ReactNode;
}

function OpenMenu({ label, button, onClose, children }: OpenMenuProps) {
  const menuRef = useRef<HTMLDivElement>(null);
  const onCloseRef = useRef(onClose);
  useEffect(() => {
    onCloseRef.current = onClose;
  });
  useEffect(() => {
    const menu = menuRef.current;
    if (!menu) return;
    menu.showPopover();
    place(menu, button);
    listItems(menu)[0]?.focus();
    const leave = ({ target }: Event) => {
      const isInside = target instanceof Node && (menu.contains(target) || button.contains(target));
      if (!isInside) onCloseRef.current();
    };
    // The page may scroll by itself, as it does during a run.
    const follow = () => {
      if (isInView(button)) place(menu, button);
      else onCloseRef.current();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('scroll', follow, { capture: true });
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('scroll', follow, { capture: true });
    };
  }, [button]);
  const close = () => {
    button.focus({ preventScroll: true });
    onClose();
  };
  const press = (event: KeyboardEvent) => {
    const target = findTarget(event);
    if (target) target.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') close();
    else return;
    // Escape would also stop what is running.
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={menuRef}
      className={styles.menu}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={press}
      onClick={close}
    >
      {children}
    </div>
  );
}

function listItems(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];
}

/** The entry that an arrow, Home, End or a first letter leads to. */
function findTarget({ key, currentTarget }: KeyboardEvent): HTMLElement | undefined {
  const items = listItems(currentTarget);
  const index = items.findIndex((item) => item.contains(document.activeElement));
  if (key === 'ArrowDown') return items[(index + 1) % items.length];
  if (key === 'ArrowUp') return items.at(index - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const begins = ({ textContent }: HTMLElement) => textContent.toLowerCase().startsWith(key.toLowerCase());
  return [...items.slice(index + 1), ...items].find(begins);
}

function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** Below the button, or above it where there is more room; never over the edge of the window. */
function place(menu: HTMLElement, button: HTMLElement): void {
  const { top, bottom, right } = button.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = menu;
  const isBelow = bottom + offsetHeight + 8 < innerHeight || top < innerHeight / 2;
  const y = isBelow ? bottom + 4 : top - offsetHeight - 4;
  menu.style.left = `${Math.max(8, Math.min(right - offsetWidth, innerWidth - offsetWidth - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(y, innerHeight - offsetHeight - 8))}px`;
}
