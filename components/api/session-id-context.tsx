'use client';

import { createContext, useContext } from 'react';

const SessionIdContext = createContext('');

/** Tells outputs from which session their stored bytes are loaded. */
export const SessionIdProvider = SessionIdContext.Provider;

export function useSessionId(): string {
  return useContext(SessionIdContext);
}
