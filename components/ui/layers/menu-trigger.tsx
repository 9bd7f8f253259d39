'use client';

import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { IconButton } from '../controls/button.tsx';

interface MenuTriggerProps {
  /** What the button is called, for assistive technology. */
  label: string;
  icon: ReactNode;
  /** Loads the menu: the press that follows finds it there. */
  load: () => Promise<unknown>;
  /** The open menu. */
  children: (buttonRef: RefObject<HTMLElement | null>, onClose: () => void) => ReactNode;
}

/** A button with a menu, which is loaded when it is first needed. */
export function MenuTrigger({ label, icon, load, children }: MenuTriggerProps) {
  const [isOpen, setOpen] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  return (
    <>
      <IconButton
        ref={buttonRef}
        label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={() => void load()}
        onClick={() => setOpen(true)}
      >
        {icon}
      </IconButton>
      {isOpen && children(buttonRef, () => setOpen(false))}
    </>
  );
}
