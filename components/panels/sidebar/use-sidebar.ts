'use client';

import { useCallback, useEffect, useState } from 'react';
import { useChangePreferences, usePreferences } from '../../preferences/use-preferences.tsx';

/** As in sidebar.module.css: from this width on, the sidebar is next to the notebook. */
const WIDE = '(width >= 76rem)';

export type PanelId = 'files' | 'outline' | 'variables' | 'run' | 'notebooks';

export interface SidebarState {
  /** Id of the panel to show; empty: the first. */
  readonly panel: string;
  /** Whether it is open next to the notebook, if there is room. */
  readonly isOpen: boolean;
  /** Whether it is open over the notebook, if there is not. */
  readonly isDrawerOpen: boolean;
  /** Shows a panel where there is room for it. */
  show(panel: PanelId): void;
  /** Shows a panel, or closes the sidebar if that panel is already shown. */
  toggle(panel: PanelId): void;
  openDrawer(): void;
  closeDrawer(): void;
}

export function useSidebar(): SidebarState {
  const { isSidebarOpen, sidebarPanel } = usePreferences();
  const changePreferences = useChangePreferences();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const closeDrawer = useCallback(() => setDrawerOpen(false), []);
  // What a drawer covers is inert, and next to the notebook it covers nothing.
  useEffect(() => {
    const wide = matchMedia(WIDE);
    wide.addEventListener('change', closeDrawer);
    return () => wide.removeEventListener('change', closeDrawer);
  }, [closeDrawer]);
  const show = (panel: PanelId) => {
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
    closeDrawer,
  };
}
