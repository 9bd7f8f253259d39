'use client';

import { createContext, useContext } from 'react';
import type { WidgetModels } from '../../lib/notebook/widget-model.ts';

const WidgetsContext = createContext<WidgetModels>({});

/** Gives outputs the state of the session's widgets. */
export const WidgetsProvider = WidgetsContext.Provider;

export function useWidgets(): WidgetModels {
  return useContext(WidgetsContext);
}
