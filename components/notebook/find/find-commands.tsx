'use client';

import { useState } from 'react';
import type { Session } from '../../../lib/session/session.ts';
import { useCommandHandler } from '../commands/commands-context.ts';
import { FindBar } from './find-bar.tsx';

/** Longest selected text that is searched for at once, characters. */
const MAX_SELECTED = 200;

/** Opens the bar that finds text, with what is selected on the page. It is not loaded on demand: the next keys are for it. */
export function FindCommands({ session }: { session: Session }) {
  const [text, setText] = useState<string | null>(null);
  useCommandHandler('notebook-find', () => setText(readSelected()));
  return text !== null && <FindBar session={session} text={text} onClose={() => setText(null)} />;
}

function readSelected(): string {
  const text = getSelection()?.toString() ?? '';
  return text.length <= MAX_SELECTED && !text.includes('\n') ? text : '';
}
