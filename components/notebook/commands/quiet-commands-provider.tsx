'use client';

import { type ReactNode, useState } from 'react';
import { createCellEditors } from '../editor/cell-editors.ts';
import { createDrafts } from '../editor/drafts.ts';
import { type Commands, CommandsContextProvider } from './commands-context.ts';
import { createSelection } from './state/selection.ts';
import { takeTurns } from './state/take-turns.ts';

/** For a notebook that is looked at beside others: it has no commands, and no key leads to one. */
export function QuietCommandsProvider({ sessionId, children }: { sessionId: string; children: ReactNode }) {
  const [commands] = useState(() => createQuietCommands(sessionId));
  return <CommandsContextProvider value={commands}>{children}</CommandsContextProvider>;
}

function createQuietCommands(sessionId: string): Commands {
  const drafts = createDrafts(sessionId);
  return {
    selection: createSelection(drafts.remove),
    editors: createCellEditors(drafts),
    drafts,
    inTurn: takeTurns(),
    readSession: () => null,
    runCommand: doNothing,
    tell: doNothing,
    undo: doNothing,
    isAvailable: () => false,
    explain: () => false,
    addHandler: () => doNothing,
  };
}

function doNothing(): void {}
