'use client';

import { type ReactNode, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { createLate } from './create-late.tsx';
import type { MenuEntry } from './menu-entry.ts';

interface MenuButtonProps {
  /** What the button is called, for assistive technology. */
  label: string;
  icon: ReactNode;
  /** Its entries, with a line between groups. Called while the menu is open. */
  listGroups: () => readonly (readonly MenuEntry[])[];
  /** Small print below the entries. */
  note?: string | undefined;
}

const loadMenu = () => import('./menu-layer.tsx');
const MenuLayer = createLate(async () => (await loadMenu()).MenuLayer);

/** A button with a menu, which is loaded when it is first needed. */
export function MenuButton({ label, icon, listGroups, note }: MenuButtonProps) {
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
        // The press that follows finds it loaded.
        onPointerEnter={() => void loadMenu()}
        onClick={() => setOpen(true)}
      >
        {icon}
      </Button>
      {isOpen && (
        <MenuLayer
          label={label}
          buttonRef={buttonRef}
          groups={listGroups()}
          note={note}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
