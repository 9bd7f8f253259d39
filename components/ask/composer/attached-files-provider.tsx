'use client';

import { createContext, type ReactNode, useContext, useState } from 'react';
import type { AttachedFiles, Attachment } from './use-attachments.ts';

const AttachedFilesContext = createContext<AttachedFiles | null>(null);

/** Keeps the files attached on the start page while another page is shown: no notebook has them yet. */
export function AttachedFilesProvider({ children }: { children: ReactNode }) {
  const files = useState<readonly Attachment[]>([]);
  return <AttachedFilesContext value={files}>{children}</AttachedFilesContext>;
}

export function useAttachedFiles(): AttachedFiles {
  const files = useContext(AttachedFilesContext);
  if (!files) throw new Error('There are no attached files outside a page.');
  return files;
}
