'use client';

import { useCallback, useState } from 'react';
import { changePreferences } from '../settings/preferences.ts';
import { usePreferences } from '../settings/use-preferences.ts';

/** As in sidebar.module.css: from here on the sidebar stands beside the notebook. */
const WIDE = '(width >= 76rem)';

export interface SidebarState {
  /** Id of the panel to show; empty: the first. */
  readonly panel: string;
  /** Whether it stands beside the notebook, where there is room. */
  readonly isOpen: boolean;
  /** Whether it lies over the notebook, where there is not. */
  readonly isDrawerOpen: boolean;
  /** Shows a panel, wherever there is room for it. */
  show(panel: string): void;
  /** Shows a panel, or closes the sidebar when that panel is shown already. */
  toggle(panel: string): void;
  openDrawer(): void;
  closeDrawer(): void;
}

export function useSidebar(): SidebarState {
  const { isSidebarOpen, sidebarPanel } = usePreferences();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const show = (panel: string) => {
    if (matchMedia(WIDE).matches) changePreferences({ sidebarPanel: panel, isSidebarOpen: true });
    else {
      changePreferences({ sidebarPanel: panel });
      setDrawerOpen(true);
    }
  };
  return {
    panel: sidebarPanel,
    isOpen: isSidebarOpen,
    isDrawerOpen,
    show,
    toggle: (panel) => {
      const isShown = isSidebarOpen && panel === sidebarPanel && matchMedia(WIDE).matches;
      if (isShown) changePreferences({ isSidebarOpen: false });
      else show(panel);
    },
    openDrawer: () => setDrawerOpen(true),
    closeDrawer: useCallback(() => setDrawerOpen(false), []),
  };
}
