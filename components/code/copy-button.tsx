'use client';

import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/clipboard.ts';
import { CheckIcon, CopyIcon } from '../ui/icons.tsx';

const CONFIRMATION_MS = 1500;

/** Copies a text and says so for a moment. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await copyText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), CONFIRMATION_MS);
  };
  return (
    <Button look="quiet" onClick={copy} aria-label={copied ? 'Copied' : label} title={label}>
      {copied ? <CheckIcon /> : <CopyIcon />}
    </Button>
  );
}
