'use client';

import type { ReactNode, RefObject } from 'react';
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import styles from './menu-layer.module.css';
import { PopoverLayer } from './popover-layer.tsx';

export interface MenuEntry {
  id: string;
  label: string;
  /** A line below the label. */
  hint?: string | undefined;
  /** After the label, such as the keys that do the same. */
  aside?: ReactNode;
  isDisabled?: boolean;
  /** Called when the menu has closed and the button has the focus again. */
  onAction?: () => void;
}

interface MenuLayerProps {
  label: string;
  buttonRef: RefObject<HTMLElement | null>;
  groups: readonly (readonly MenuEntry[])[];
  note?: string | undefined;
  onClose: () => void;
}

/** An open menu: arrows and letters move in it, Escape and a press elsewhere close it. */
export function MenuLayer({ label, buttonRef, groups, note, onClose }: MenuLayerProps) {
  return (
    <PopoverLayer label={label} anchorRef={buttonRef} placement="bottom end" onClose={onClose}>
      <Menu
        ref={(menu) => menu?.addEventListener('focus', focusEntry)}
        className={styles.menu ?? ''}
        aria-label={label}
        autoFocus="first"
        onClose={onClose}
      >
        {groups.map((entries) => (
          <MenuSection key={entries[0]?.id} className={styles.group ?? ''} aria-label={label}>
            {entries.map((entry) => (
              <Entry key={entry.id} {...entry} />
            ))}
          </MenuSection>
        ))}
      </Menu>
      {note && <p className={styles.note}>{note}</p>}
    </PopoverLayer>
  );
}

/**
 * React Aria focuses the menu until its entries are known, then the first of them. After a click without a pointer, as keys and
 * screen readers make it, both wait a frame, and the second is then dropped: Enter would do nothing. `focus` does not bubble,
 * so this is the menu's own.
 */
function focusEntry({ target }: FocusEvent) {
  if (target instanceof Element)
    target.querySelector<HTMLElement>('[role="menuitem"][tabindex="0"]')?.focus();
}

function Entry({ id, label, hint, aside, isDisabled = false, onAction }: MenuEntry) {
  return (
    <MenuItem
      id={id}
      className={styles.entry ?? ''}
      textValue={label}
      isDisabled={isDisabled}
      onAction={() => setTimeout(() => onAction?.())}
    >
      <span>
        {label}
        {hint && <small className={styles.hint}>{hint}</small>}
      </span>
      {aside}
    </MenuItem>
  );
}
