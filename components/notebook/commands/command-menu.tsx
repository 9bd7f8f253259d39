'use client';

import type { ReactNode } from 'react';
import { createLate } from '../../ui/layers/create-late.tsx';
import { MenuTrigger } from '../../ui/layers/menu-trigger.tsx';
import type { CommandMenuLayerProps } from './command-menu-layer.tsx';

interface CommandMenuProps extends Omit<CommandMenuLayerProps, 'buttonRef' | 'onClose'> {
  icon: ReactNode;
}

const loadMenu = () => import('./command-menu-layer.tsx');
const CommandMenuLayer = createLate(async () => (await loadMenu()).CommandMenuLayer);

/** A button with a menu of commands. */
export function CommandMenu({ icon, ...menu }: CommandMenuProps) {
  return (
    <MenuTrigger label={menu.label} icon={icon} load={loadMenu}>
      {(buttonRef, onClose) => <CommandMenuLayer {...menu} buttonRef={buttonRef} onClose={onClose} />}
    </MenuTrigger>
  );
}
