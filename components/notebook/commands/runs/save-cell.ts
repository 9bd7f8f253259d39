import type { CellPatch } from '../../../../lib/protocol/cell-change.ts';
import { type Cell, findCellVersion } from '../../../../lib/session/session.ts';
import { changeCell, executeCell, readChangedCell } from '../../../api/actbook-api.ts';
import type { CommandContext } from '../table/command-context.ts';

/**
 * Stores what the cell's editor holds, if the user has written in it. Where the cell was changed meanwhile, the user
 * chooses; false when nothing is stored because they continue to edit. The editor stays open.
 */
export function saveCell(context: CommandContext, cell: Cell): Promise<boolean> {
  return store(context, cell, async (patch) => {
    if (patch.source === undefined) return;
    await changeCell(context.session.id, cell.id, patch);
    // Its editor may stay open: its text is that of the version that this made.
    context.editors.setVersion(cell.id, (patch.version ?? cell.version) + 1);
  });
}

/** As {@link saveCell}, and runs the cell: both are one operation. */
export function saveAndRunCell(context: CommandContext, cell: Cell): Promise<boolean> {
  return store(context, cell, (patch) => executeCell(context.session.id, cell.id, patch));
}

type Seen = Pick<CellPatch, 'source' | 'version'>;

async function store(
  context: CommandContext,
  cell: Cell,
  send: (patch: Seen) => Promise<void>,
): Promise<boolean> {
  const { editors, chooseVersion, drafts } = context;
  const patch = toPatch(context, cell);
  try {
    await send(patch);
    return true;
  } catch (error) {
    const theirs = readChangedCell(error);
    if (!theirs) throw error;
    const mine = editors.read(cell.id)?.text ?? cell.source;
    const choice = await chooseVersion({ mine, theirs });
    if (choice === 'edit') {
      editors.setVersion(cell.id, theirs.version);
      editors.find(cell.id)?.focus();
      return false;
    }
    if (choice === 'theirs') {
      drafts.setAside(cell.id);
      context.selection.close(cell.id);
      return false;
    }
    editors.setVersion(cell.id, theirs.version);
    return store(context, cell, (again) => send({ ...again, source: mine }));
  }
}

/** Without a text where the user has written none: what others wrote meanwhile stays. */
function toPatch({ editors }: CommandContext, cell: Cell): Seen {
  const draft = editors.read(cell.id);
  if (!draft) return {};
  const { text, version = cell.version } = draft;
  const seen = findCellVersion(cell, version) ?? cell;
  return text === seen.source ? { version } : { source: text, version };
}
