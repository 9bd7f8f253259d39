import type { Cell, Session } from '../../../../lib/session/session.ts';
import { findMissed, listReadPaths } from '../../../../lib/session/view/files/list-read-paths.ts';
import { useCommands } from '../../../notebook/commands/commands-context.ts';
import { TextButton } from '../../../ui/controls/text-button.tsx';
import { NOTICE_TEXTS } from './notice-texts.ts';

/** What brings the file that a failed cell looked for; a dropped one is put where the code looks, inside the folder. */
export function MissingFile({ session, cell }: { session: Session; cell: Cell }) {
  const { runCommand } = useCommands();
  const [missed] = findMissed(cell);
  if (missed === undefined) return null;
  const place = listReadPaths(session).find(({ path }) => path === missed)?.place ?? null;
  if (place === null) return NOTICE_TEXTS.dropAndRename(missed.split(/[/\\]/).at(-1) ?? missed);
  const isThere = session.files.some(({ name }) => name === place);
  if (!isThere) return NOTICE_TEXTS.dropMissingFile;
  return (
    <>
      {NOTICE_TEXTS.fileIsThere(missed)}{' '}
      <TextButton onClick={() => runCommand('run-all')}>{NOTICE_TEXTS.runAll}</TextButton>
    </>
  );
}
