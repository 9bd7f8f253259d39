import type { CellPatch } from '../../../../lib/protocol/cells/cell-change.ts';
import { findCellVersion } from '../../../../lib/session/cell-versions.ts';
import type { Cell } from '../../../../lib/session/session.ts';
import { changeCell, executeCell, readChangedCell } from '../../../api/actbook-api.ts';
import type { CellEditors } from '../../editor/cell-editors.ts';
import type { CommandContext } from '../table/command-context.ts';

/**
 * Stores what the cell's editor holds, if the user has written in it. Where the cell was changed meanwhile, the user
 * chooses; false when nothing is stored because they continue to edit. The editor stays open.
 */
export async function saveCell(context: CommandContext, cell: Cell): Promise<boolean> {
  return (await store(context, cell, createSave(context, cell))) !== null;
}

/** As {@link saveCell}, and closes the editor, unless the user has continued to write in it. */
export async function saveAndClose(context: CommandContext, cell: Cell): Promise<boolean> {
  return close(context, cell, await store(context, cell, createSave(context, cell)));
}

/** As {@link saveAndClose}, and runs the cell: storing and running are one operation. */
export async function saveAndRunCell(context: CommandContext, cell: Cell): Promise<boolean> {
  const send = (patch: Seen) => executeCell(context.session.id, cell.id, patch);
  return close(context, cell, await store(context, cell, send));
}

function createSave({ session }: CommandContext, { id }: Cell): Send {
  return async (patch) => {
    if (patch.source !== undefined) await changeCell(session.id, id, patch);
  };
}

/** What was typed after its text was sent is nowhere else, and a user who is back in it is about to type. */
function close({ editors, selection }: CommandContext, { id }: Cell, stored: Stored | null): boolean {
  if (!stored) return false;
  const isBack = !stored.wasInside && isInEditor(id);
  if (!isBack && editors.read(id)?.text === stored.text) selection.close(id);
  return true;
}

function isInEditor(cellId: string): boolean {
  return document.activeElement?.closest(`[data-cell-editor="${CSS.escape(cellId)}"]`) != null;
}

type Seen = Pick<CellPatch, 'source' | 'version'>;
type Send = (patch: Seen) => Promise<void>;

interface Stored {
  /** What the editor held when it was sent; undefined where none was open. */
  readonly text: string | undefined;
  /** Whether its text was sent from within it. */
  readonly wasInside: boolean;
}

/** Null when nothing is stored because the user continues to edit. */
async function store(context: CommandContext, cell: Cell, send: Send): Promise<Stored | null> {
  const { editors, chooseVersion, drafts, inTurn } = context;
  // What is typed while it waits for its turn is not what the user has sent.
  const text = editors.read(cell.id)?.text;
  const wasInside = isInEditor(cell.id);
  try {
    return await inTurn(async () => {
      const patch = toPatch(context, cell, text);
      await send(patch);
      // Its editor may stay open: its text is that of the version that this made.
      if (patch.source !== undefined) {
        const version = (patch.version ?? cell.version) + 1;
        editors.noteStored(cell.id, { text: patch.source, version });
      }
      return { text, wasInside };
    });
  } catch (error) {
    const theirs = readChangedCell(error);
    if (!theirs) throw error;
    const mine = text ?? cell.source;
    const choice = await chooseVersion({ mine, theirs });
    if (choice === 'edit') {
      editors.setVersion(cell.id, theirs.version);
      editors.find(cell.id)?.focus();
      return null;
    }
    if (choice === 'theirs') {
      drafts.setAside(cell.id);
      context.selection.close(cell.id);
      return null;
    }
    editors.setVersion(cell.id, theirs.version);
    return store(context, cell, (again) => send({ ...again, source: mine }));
  }
}

/** Without a text where the user has written none: what others wrote meanwhile stays. */
function toPatch({ editors, readCell }: CommandContext, before: Cell, text: string | undefined): Seen {
  const draft = editors.read(before.id);
  if (!draft || text === undefined) return {};
  const cell = readCell(before.id) ?? before;
  const version = findSeen(editors, cell);
  const seen = editors.readStored(cell.id)?.text ?? findCellVersion(cell, version)?.source;
  return text === seen ? { version } : { source: text, version };
}

/** The version of the cell that the user of its editor has seen, or has made since. */
export function findSeen(editors: CellEditors, cell: Cell): number {
  const stored = editors.readStored(cell.id);
  if (!stored) return editors.read(cell.id)?.version ?? cell.version;
  // A run makes a version, too: the cell tells, as soon as it is here.
  return stored.text === cell.source ? Math.max(cell.version, stored.version) : stored.version;
}
