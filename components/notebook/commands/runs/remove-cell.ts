import type { Cell } from '../../../../lib/session/session.ts';
import { deleteCell } from '../../../api/actbook-api.ts';
import type { CommandContext } from '../table/command-context.ts';

/** Deletes a cell and goes to the next one: keys pressed meanwhile are for that. `text` says what was done. */
export async function removeCell(context: CommandContext, { id }: Cell, text: string): Promise<void> {
  const { session, selection, tell, inTurn } = context;
  const heir = selection.readHeir(id);
  const remove = async () => {
    tell({ text, ...(await inTurn(() => deleteCell(session.id, id))) });
    return heir;
  };
  await selection.follow(remove());
}
