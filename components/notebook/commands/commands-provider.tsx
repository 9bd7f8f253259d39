'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { findCell, type Session } from '../../lib/session/session.ts';
import { toMessage } from '../../lib/util/app-error.ts';
import { createDrafts } from '../editor/drafts.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CloseIcon } from '../ui/icons.tsx';
import { Notice } from '../ui/notice.tsx';
import { createCellClipboard } from './cell-clipboard.ts';
import { createCellEditors } from './cell-editors.ts';
import type { Command, CommandContext, Message, Question } from './command.ts';
import { COMMANDS } from './command-list.ts';
import { CommandMessage } from './command-message.tsx';
import { CommandPalette } from './command-palette.tsx';
import { type Commands, CommandsContextProvider } from './commands-context.ts';
import styles from './commands-provider.module.css';
import { undo } from './operation-commands.ts';
import { createSelection } from './selection.ts';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { useCommandKeys } from './use-command-keys.ts';

interface CommandsProviderProps {
  session: Session;
  children: ReactNode;
}

interface OpenQuestion extends Question {
  answer: (isSure: boolean) => void;
}

/** Gives a session's page its commands: by key, and by id for buttons. */
export function CommandsProvider({ session, children }: CommandsProviderProps) {
  const sessionRef = useRef(session);
  const [failure, setFailure] = useState('');
  const [message, setMessage] = useState<Message | null>(null);
  const [question, setQuestion] = useState<OpenQuestion | null>(null);
  const [commands] = useState(() =>
    createCommands({
      readSession: () => sessionRef.current,
      onFailure: setFailure,
      onQuestion: setQuestion,
      onMessage: setMessage,
    }),
  );
  const { selection, drafts } = commands;

  useEffect(() => {
    sessionRef.current = session;
    selection.settle(session.cells.map(({ id }) => id));
  }, [session, selection]);
  useEffect(() => selection.reopen(drafts.list()), [selection, drafts]);
  useEffect(() => followFocus(selection.noteFocus), [selection]);
  useCommandKeys(COMMANDS, (command) => {
    if (!commands.isAvailable(command)) return false;
    commands.perform(command.id);
    return true;
  });

  const reply = (isSure: boolean) => {
    question?.answer(isSure);
    setQuestion(null);
  };
  return (
    <CommandsContextProvider value={commands}>
      {children}
      <CommandPalette />
      <ShortcutSheet />
      <CommandMessage message={message} onClose={() => setMessage(null)} onUndo={commands.undo} />
      {failure && (
        <div className={styles.failure}>
          <Notice
            tone="danger"
            action={
              <Button look="quiet" aria-label="Close" onClick={() => setFailure('')}>
                <CloseIcon size={14} />
              </Button>
            }
          >
            {failure}
          </Notice>
        </div>
      )}
      {question && (
        <ConfirmDialog
          title={question.title}
          confirmLabel={question.confirmLabel}
          onConfirm={() => reply(true)}
          onCancel={() => reply(false)}
        >
          <p>{question.text}</p>
        </ConfirmDialog>
      )}
    </CommandsContextProvider>
  );
}

interface CommandsOptions {
  readSession: () => Session;
  onFailure: (message: string) => void;
  onQuestion: (question: OpenQuestion) => void;
  onMessage: (message: Message | null) => void;
}

function createCommands({ readSession, onFailure, onQuestion, onMessage }: CommandsOptions): Commands {
  const drafts = createDrafts(readSession().id);
  const selection = createSelection(drafts.remove);
  const editors = createCellEditors(drafts);
  const clipboard = createCellClipboard();
  const handlers: { commandId: string; run: NonNullable<Command['run']> }[] = [];
  const findHandler = (id: string) => handlers.findLast(({ commandId }) => commandId === id);

  const toContext = (words = ''): CommandContext => {
    const session = readSession();
    const { cellId } = selection.getState();
    return {
      session,
      cell: cellId === null ? null : findCell(session, cellId),
      selection,
      editors,
      clipboard,
      confirm: (question) => new Promise((answer) => onQuestion({ ...question, answer })),
      tell: onMessage,
      words,
      perform,
    };
  };

  function isAvailable({ id, run, when }: Command): boolean {
    return (run !== undefined || findHandler(id) !== undefined) && (when?.(toContext()) ?? true);
  }

  function perform(commandId: string, words?: string): void {
    const command = COMMANDS.find(({ id }) => id === commandId);
    const run = findHandler(commandId)?.run ?? command?.run;
    attempt(async (context) => run?.(context), words);
  }

  function attempt(run: (context: CommandContext) => Promise<void>, words?: string): void {
    onFailure('');
    onMessage(null);
    run(toContext(words)).catch((error: unknown) => onFailure(toMessage(error)));
  }

  return {
    selection,
    editors,
    drafts,
    perform,
    undo: (cellId) => attempt((context) => undo(context, cellId)),
    isAvailable,
    addHandler: (commandId, run) => {
      const handler = { commandId, run };
      handlers.push(handler);
      return () => handlers.splice(handlers.indexOf(handler), 1);
    },
  };
}

/** Tells into which cell the focus goes, by keyboard or pointer. */
function followFocus(onFocus: (cellId: string | null) => void): () => void {
  const follow = ({ target }: Event) => {
    const frame = target instanceof Element ? target.closest<HTMLElement>('[data-cell-id]') : null;
    onFocus(frame?.dataset.cellId ?? null);
  };
  document.addEventListener('focusin', follow);
  document.addEventListener('pointerdown', follow);
  return () => {
    document.removeEventListener('focusin', follow);
    document.removeEventListener('pointerdown', follow);
  };
}
