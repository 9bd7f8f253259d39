'use client';

import type { ReactNode } from 'react';
import { createLate } from './create-late.tsx';
import type { MenuEntry } from './menu-entry.ts';
import { MenuTrigger } from './menu-trigger.tsx';

interface MenuButtonProps {
  /** What the button is called, for assistive technology. */
  label: string;
  icon: ReactNode;
  /** Its entries, with a line between groups. Called while the menu is open. */
  listGroups: () => readonly (readonly MenuEntry[])[];
  /** Small print below the entries. */
  note?: string;
}

const loadMenu = () => import('./menu-layer.tsx');
const MenuLayer = createLate(async () => (await loadMenu()).MenuLayer);

/** A button with a menu of entries. */
export function MenuButton({ label, icon, listGroups, note }: MenuButtonProps) {
  return (
    <MenuTrigger label={label} icon={icon} load={loadMenu}>
      {(buttonRef, onClose) => (
        <MenuLayer label={label} buttonRef={buttonRef} groups={listGroups()} note={note} onClose={onClose} />
      )}
    </MenuTrigger>
  );
}
