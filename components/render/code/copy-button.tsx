'use client';

import { useEffect, useState } from 'react';
import { IconButton } from '../../ui/controls/button.tsx';
import { CheckIcon, CopyIcon } from '../../ui/icons.tsx';
import { copyText } from '../../ui/text/clipboard.ts';
import { UI_TEXTS } from '../../ui/ui-texts.ts';

const CONFIRMATION_MS = 1500;

const WORDS = { copied: 'Copied', refused: UI_TEXTS.copyRefused };

/** Copies a text and shows briefly whether that worked. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState<{ is: keyof typeof WORDS } | null>(null);
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () =>
    copyText(text).then(
      () => setOutcome({ is: 'copied' }),
      () => setOutcome({ is: 'refused' }),
    );
  const words = outcome ? WORDS[outcome.is] : label;
  return (
    <IconButton onClick={copy} label={words}>
      {outcome?.is === 'copied' ? <CheckIcon /> : <CopyIcon />}
    </IconButton>
  );
}
