import type { Cell } from '../../../../lib/session/session.ts';
import { callApi } from '../../../api/call-api.ts';
import type { CommandContext } from '../table/command-context.ts';

/** Deletes a cell and goes to the next one: keys pressed meanwhile are for that. `text` says what was done. */
export async function removeCell(context: CommandContext, { id }: Cell, text: string): Promise<void> {
  const { session, selection, tell, inTurn } = context;
  const heir = selection.readHeir(id);
  const remove = async () => {
    const params = { sessionId: session.id, cellId: id };
    tell({ text, ...(await inTurn(() => callApi('deleteCell', { params }))) });
    return heir;
  };
  await selection.follow(remove());
}
