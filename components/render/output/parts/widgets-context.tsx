'use client';

import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { WidgetModels } from '../../../../lib/notebook/widget-model.ts';

interface Widgets {
  models: WidgetModels;
  /** Number of an event up to which the models follow the log. */
  seq: number;
  /** Whether a kernel is there to receive what the user does to a widget. */
  isLive: boolean;
}

const WidgetsContext = createContext<Widgets>({ models: {}, seq: 0, isLive: false });

/** Gives outputs the state of the session's widgets. */
export function WidgetsProvider({ models, seq, isLive, children }: Widgets & { children: ReactNode }) {
  const widgets = useMemo(() => ({ models, seq, isLive }), [models, seq, isLive]);
  return <WidgetsContext.Provider value={widgets}>{children}</WidgetsContext.Provider>;
}

export function useWidgets(): Widgets {
  return useContext(WidgetsContext);
}
