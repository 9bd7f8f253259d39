'use client';

import { createContext, useContext } from 'react';

const LanguageContext = createContext('python');

/** Gives code cells the language of their kernel. */
export const LanguageProvider = LanguageContext.Provider;

export function useLanguage(): string {
  return useContext(LanguageContext);
}
