'use client';

import { createContext, useContext, useEffect, useRef } from 'react';
import type { Drafts } from '../editor/drafts.ts';
import type { CellEditors } from './cell-editors.ts';
import type { Command } from './command.ts';
import type { Selection } from './selection.ts';

/** What components of the session's page share. */
export interface Commands {
  readonly selection: Selection;
  readonly editors: CellEditors;
  readonly drafts: Drafts;
  /** Runs a command by its id; what it fails with is shown. `words`: what it is to write. */
  perform(commandId: string, words?: string): void;
  /** Takes back the last operation on a cell. */
  undo(cellId: string): void;
  /** Whether the command could do something now. */
  isAvailable(command: Command): boolean;
  /** Lets a component carry out a command, before those that do already. Returns the remover. */
  addHandler(commandId: string, run: CommandHandler): () => void;
}

/** What it throws is shown. */
type CommandHandler = NonNullable<Command['run']>;

const CommandsContext = createContext<Commands | null>(null);

export const CommandsContextProvider = CommandsContext.Provider;

export function useCommands(): Commands {
  const commands = useContext(CommandsContext);
  if (!commands) throw new Error('There are no commands outside a session’s page.');
  return commands;
}

/**
 * Carries out a command of the list that has no `run` of its own, as long as the component is on the page. Nothing on
 * pages that have no commands.
 */
export function useCommand(commandId: string, run: CommandHandler): void {
  const addHandler = useContext(CommandsContext)?.addHandler;
  const runRef = useRef(run);
  useEffect(() => {
    runRef.current = run;
  });
  useEffect(() => addHandler?.(commandId, (context) => runRef.current(context)), [addHandler, commandId]);
}
