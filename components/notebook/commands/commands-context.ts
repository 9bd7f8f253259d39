'use client';

import { createContext, useContext, useEffect, useEffectEvent } from 'react';
import type { Session } from '../../../lib/session/session.ts';
import type { CellEditors } from '../editor/cell-editors.ts';
import type { Drafts } from '../editor/drafts.ts';
import type { Selection } from './state/selection.ts';
import type { Turns } from './state/take-turns.ts';
import type { CommandRun, Message } from './table/command-context.ts';
import type { CommandId, ComponentCommandId } from './table/command-table.ts';

/** What the components of a session's page share. */
export interface Commands {
  readonly selection: Selection;
  readonly editors: CellEditors;
  readonly drafts: Drafts;
  readonly inTurn: Turns;
  /** The notebook as it is by now; null where it is only looked at. The same function each time. */
  readSession(): Session | null;
  /** Runs a command and shows its error. */
  runCommand(id: CommandId): void;
  /** Shows what was done and replaces the previous message. */
  tell(message: Message): void;
  /** Undoes the operation, unless another followed on its cells. */
  undo(operationId: string): void;
  /** Whether the command can be used now. */
  isAvailable(id: CommandId): boolean;
  /** Says why a command is not available now; false where that would say nothing new. */
  explain(id: CommandId): boolean;
  /** Registers a component's function for a command, over earlier ones. Returns a function that removes it. */
  addHandler(id: ComponentCommandId, run: CommandRun): () => void;
}

const CommandsContext = createContext<Commands | null>(null);

export const CommandsContextProvider = CommandsContext.Provider;

export function useCommands(): Commands {
  const commands = useContext(CommandsContext);
  if (!commands) throw new Error('There are no commands outside a session’s page.');
  return commands;
}

/** Handles the command while the component is on the page. Does nothing on pages without commands. */
export function useCommandHandler(id: ComponentCommandId, run: CommandRun): void {
  const addHandler = useContext(CommandsContext)?.addHandler;
  const runLatest = useEffectEvent(run);
  useEffect(() => addHandler?.(id, (context) => runLatest(context)), [addHandler, id]);
}
