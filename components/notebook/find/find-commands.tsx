'use client';

import { type ComponentType, useRef, useState } from 'react';
import type { Session } from '../../../lib/session/session.ts';
import { useAction } from '../../ui/hooks/use-action.ts';
import { useCommandHandler } from '../commands/commands-context.ts';
import type { FindBarProps } from './find-bar.tsx';
import { FIND_TEXTS } from './find-texts.ts';

/** Longest selected text that is searched for at once, characters. */
const MAX_SELECTED = 200;

/**
 * Opens the bar that finds text, with what is selected on the page. The bar is loaded then; what is typed meanwhile is for
 * it, and not for the cells.
 */
export function FindCommands({ session }: { session: Session }) {
  const [text, setText] = useState<string | null>(null);
  const [loaded, setLoaded] = useState<{ Bar: ComponentType<FindBarProps> } | null>(null);
  const beforeRef = useRef<Element | null>(null);
  const load = useAction(async () => {
    const { FindBar } = await import('./find-bar.tsx');
    setLoaded({ Bar: FindBar });
  });
  useCommandHandler('notebook-find', () => {
    beforeRef.current = document.activeElement;
    setText(readSelected());
    load.run();
  });
  if (text === null) return null;
  const close = () => {
    setText(null);
    if (beforeRef.current instanceof HTMLElement) beforeRef.current.focus({ preventScroll: true });
  };
  if (loaded) return <loaded.Bar session={session} text={text} onClose={close} />;
  return (
    <input
      ref={(field) => field?.focus()}
      className="visually-hidden"
      aria-label={FIND_TEXTS.find}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

function readSelected(): string {
  const text = getSelection()?.toString() ?? '';
  return text.length <= MAX_SELECTED && !text.includes('\n') ? text : '';
}
