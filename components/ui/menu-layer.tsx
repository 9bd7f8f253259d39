'use client';

import type { RefObject } from 'react';
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import type { MenuEntry } from './menu-entry.ts';
import styles from './menu-layer.module.css';
import { PopoverLayer } from './popover-layer.tsx';

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
      <Menu className={styles.menu ?? ''} aria-label={label} autoFocus="first" onClose={onClose}>
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
