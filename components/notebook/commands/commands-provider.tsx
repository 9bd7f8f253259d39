'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { findCell, isHeldByRun, type Session } from '../../../lib/session/session.ts';
import { ERROR_STATUS, isAppError, toMessage } from '../../../lib/util/app-error.ts';
import { useChangePreferences, usePreferences } from '../../preferences/use-preferences.tsx';
import { ConfirmDialog } from '../../ui/layers/confirm-dialog.tsx';
import { createLate } from '../../ui/layers/create-late.tsx';
import { LayerPlace } from '../../ui/layers/layer-place.tsx';
import { createCellEditors } from '../editor/cell-editors.ts';
import { createDrafts } from '../editor/drafts.ts';
import { CommandMessage } from './command-message.tsx';
import { COMMAND_TEXTS } from './command-texts.ts';
import {
  type Commands,
  CommandsContextProvider,
  useCommandHandler,
  useCommands,
} from './commands-context.ts';
import type { Failure } from './failure-toast.tsx';
import { useCommandKeys } from './keys/use-command-keys.ts';
import { findOwnRun } from './runs/find-own-run.ts';
import { SELECTION_RUNS } from './runs/selection-runs.ts';
import { undoLast } from './runs/undo-runs.ts';
import { createCellClipboard } from './state/cell-clipboard.ts';
import { createSelection } from './state/selection.ts';
import { takeTurns } from './state/take-turns.ts';
import { isEditable } from './table/cell-conditions.ts';
import type { Command, CommandState } from './table/command.ts';
import type {
  CommandContext,
  CommandRun,
  Conflict,
  Message,
  Question,
  VersionChoice,
} from './table/command-context.ts';
import {
  type CommandId,
  type ComponentCommandId,
  getCommand,
  listCommandIds,
} from './table/command-table.ts';

const FailureToast = createLate(async () => (await import('./failure-toast.tsx')).FailureToast);
const ConflictDialog = createLate(
  async () => (await import('./conflict-dialog.tsx')).ConflictDialog,
  LayerPlace,
);
const OpenPalette = createLate(async () => (await import('./open-palette.tsx')).OpenPalette, LayerPlace);
const ShortcutSheet = createLate(
  async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet,
  LayerPlace,
);

interface CommandsProviderProps {
  session: Session;
  children: ReactNode;
}

interface OpenConflict extends Conflict {
  choose: (choice: VersionChoice) => void;
}

interface OpenQuestion extends Question {
  answer: (isSure: boolean) => void;
}

/** Gives a session's page its commands: by key, and by id for buttons. */
export function CommandsProvider({ session, children }: CommandsProviderProps) {
  const sessionRef = useRef(session);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [conflict, setConflict] = useState<OpenConflict | null>(null);
  const [message, setMessage] = useState<Message | null>(null);
  const [question, setQuestion] = useState<OpenQuestion | null>(null);
  const [commands] = useState(() =>
    createCommands({
      readSession: () => sessionRef.current,
      onFailure: setFailure,
      onQuestion: setQuestion,
      onConflict: setConflict,
      onMessage: setMessage,
    }),
  );
  const { selection, drafts } = commands;

  useEffect(() => {
    const before = sessionRef.current;
    sessionRef.current = session;
    // Another window deleted what is being written here.
    const gone = [...selection.getState().editing].find(
      (id) => findCell(before, id) && !findCell(session, id) && drafts.read(id) !== null,
    );
    if (gone !== undefined) {
      const deleted = session.changes.findLast(({ cell }) => cell.id === gone);
      setMessage({ text: COMMAND_TEXTS.deletedElsewhere, operationId: deleted?.operation?.operationId });
    }
    selection.settle(session.cells.map(({ id }) => id));
  }, [session, selection, drafts]);
  useEffect(() => selection.reopen(drafts.list()), [selection, drafts]);
  useEffect(() => followFocus(selection.noteFocus), [selection]);
  useCommandKeys((id) => {
    // An empty cell says that Enter writes in it, also before a cell was selected.
    if (id === 'cell-edit' && selection.getState().cellId === null) {
      const empty = session.cells.find((cell) => cell.source === '' && isEditable(cell));
      if (empty) selection.edit(empty.id);
      return empty !== undefined;
    }
    if (!commands.isAvailable(id)) return commands.explain(id);
    commands.runCommand(id);
    return true;
  }, selection);

  const reply = (isSure: boolean) => {
    question?.answer(isSure);
    setQuestion(null);
  };
  return (
    <CommandsContextProvider value={commands}>
      {children}
      <CommandPalette />
      <ShortcutCommands />
      <CommandMessage
        message={message}
        onUndo={isHeldByRun(session) ? undefined : commands.undo}
        onClose={() => setMessage(null)}
      />
      {failure && <FailureToast failure={failure} onClose={() => setFailure(null)} />}
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          onChoose={(choice) => {
            setConflict(null);
            conflict.choose(choice);
          }}
        />
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

/** Opens the sheet of all shortcuts, which is loaded then. */
function ShortcutCommands() {
  const [isOpen, setOpen] = useState(false);
  useCommandHandler('help-shortcuts', () => setOpen(true));
  return isOpen && <ShortcutSheet onClose={() => setOpen(false)} />;
}

/** A searchable list of all commands, opened by its own command. */
function CommandPalette() {
  useWrapCommand();
  const { isAvailable } = useCommands();
  const [commands, setCommands] = useState<readonly CommandId[] | null>(null);
  // Availability depends on where the focus was before the palette opened.
  useCommandHandler('help-palette', () =>
    setCommands(listCommandIds().filter((id) => id !== 'help-palette' && isAvailable(id))),
  );
  return commands && <OpenPalette commands={commands} onClose={() => setCommands(null)} />;
}

/** Wraps long lines of code in this browser, or stops doing so. */
function useWrapCommand(): void {
  const { wrapsCode } = usePreferences();
  const changePreferences = useChangePreferences();
  useCommandHandler('code-wrap', () => changePreferences({ wrapsCode: !wrapsCode }));
}

interface CommandsOptions {
  readSession: () => Session;
  onFailure: (change: (before: Failure | null) => Failure | null) => void;
  onConflict: (conflict: OpenConflict) => void;
  onQuestion: (question: OpenQuestion) => void;
  onMessage: (message: Message | null) => void;
}

function createCommands(options: CommandsOptions): Commands {
  const { readSession, onFailure, onQuestion, onConflict, onMessage } = options;
  const drafts = createDrafts(readSession().id);
  const editors = createCellEditors(drafts);
  const selection = createSelection((cellId) => {
    drafts.remove(cellId);
    editors.forgetStored(cellId);
  });
  const clipboard = createCellClipboard();
  const inTurn = takeTurns();
  const handlers: { id: ComponentCommandId; run: CommandRun }[] = [];
  const findRun = (id: CommandId) => handlers.findLast((handler) => handler.id === id)?.run ?? findOwnRun(id);

  const readContext = ({ cellId } = selection.getState()): CommandContext => {
    const session = readSession();
    return {
      session,
      cell: cellId === null ? null : findCell(session, cellId),
      selection,
      editors,
      drafts,
      clipboard,
      inTurn,
      readCell: (id) => findCell(readSession(), id),
      chooseVersion: (conflict) => new Promise((choose) => onConflict({ ...conflict, choose })),
      confirm: (question) => new Promise((answer) => onQuestion({ ...question, answer })),
      tell: onMessage,
      runCommand,
    };
  };

  function runCommand(id: CommandId): void {
    attempt(id, (context) => findRun(id)?.(context));
  }

  function attempt(id: CommandId, run: CommandRun, { cellId } = selection.getState()): void {
    // What failed stays until it is tried again; an Undo stays while the user looks around.
    onFailure((failure) => (failure?.id === id ? null : failure));
    const isStoring = id === 'cell-leave' && cellId !== null && drafts.read(cellId) !== null;
    if (isStoring || !Object.hasOwn(SELECTION_RUNS, id)) onMessage(null);
    const running = (async () => run(readContext({ ...selection.getState(), cellId })))();
    running.catch((error: unknown) => {
      const retry = () => attempt(id, run, { ...selection.getState(), cellId });
      onFailure(() => ({ id, ...toFailure(error, retry) }));
    });
  }

  return {
    selection,
    editors,
    drafts,
    inTurn,
    readSession,
    runCommand,
    tell: onMessage,
    undo: (operationId) => attempt('cell-undo', (context) => undoLast(context, operationId)),
    explain: (id) => {
      const isRunning = getCommand(id).about === 'cell' && readContext().cell?.status === 'running';
      if (isRunning) onMessage({ text: COMMAND_TEXTS.cellRunning });
      return isRunning;
    },
    isAvailable: (id) => findRun(id) !== null && canUse(getCommand(id), readContext()),
    addHandler: (id, run) => {
      const handler = { id, run };
      handlers.push(handler);
      return () => handlers.splice(handlers.indexOf(handler), 1);
    },
  };
}

/** What others caused, or the user, is not offered again: it would fail again. */
function toFailure(error: unknown, retry: () => void): Omit<Failure, 'id'> {
  const mayWork = isAppError(error) && ERROR_STATUS[error.code] >= 500;
  return { text: toMessage(error), ...(mayWork ? { retry } : {}) };
}

function canUse(command: Command, state: CommandState): boolean {
  if (command.about !== 'cell') return command.when?.(state) ?? true;
  const { cell } = state;
  return cell !== null && (command.when?.({ ...state, cell }) ?? true);
}

/** Reports which cell gets the focus, by keyboard or pointer. */
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
