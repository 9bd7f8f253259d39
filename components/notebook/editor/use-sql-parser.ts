'use client';

import { useEffect, useState } from 'react';
import type { CodeParser } from '../../render/code/colored-code.tsx';

/** The editor's parser of SQL, which comes with the editor's code; null before that, and where none is wanted. */
export function useSqlParser(isWanted: boolean): CodeParser | null {
  const [parser, setParser] = useState<CodeParser | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    // Without it, the text has no colors.
    void import('./create-code-mirror.ts').then(
      ({ SQL_PARSER }) => isGone || setParser(SQL_PARSER),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [isWanted]);
  return isWanted ? parser : null;
}
