'use client';

import { createContext, useContext } from 'react';

const SessionIdContext = createContext('');

/** Gives outputs the session from which their stored bytes are loaded. */
export const SessionIdProvider = SessionIdContext.Provider;

export function useSessionId(): string {
  return useContext(SessionIdContext);
}
