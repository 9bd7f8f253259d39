'use client';

import { createContext, useContext } from 'react';

const LanguageContext = createContext('python');

/** Tells code cells which language their kernel speaks. */
export const LanguageProvider = LanguageContext.Provider;

export function useLanguage(): string {
  return useContext(LanguageContext);
}
