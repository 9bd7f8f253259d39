'use client';

import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { WidgetModels } from '../../../../lib/notebook/widget-model.ts';

interface Widgets {
  models: WidgetModels;
  /** Whether a kernel is there to receive what the user does to a widget. */
  isLive: boolean;
}

const WidgetsContext = createContext<Widgets>({ models: {}, isLive: false });

/** Gives outputs the state of the session's widgets. */
export function WidgetsProvider({ models, isLive, children }: Widgets & { children: ReactNode }) {
  const widgets = useMemo(() => ({ models, isLive }), [models, isLive]);
  return <WidgetsContext.Provider value={widgets}>{children}</WidgetsContext.Provider>;
}

export function useWidgets(): Widgets {
  return useContext(WidgetsContext);
}
