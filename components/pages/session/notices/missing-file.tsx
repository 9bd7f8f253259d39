import type { Cell, Session } from '../../../../lib/session/session.ts';
import { findMissed, listReadPaths } from '../../../../lib/session/view/list-read-paths.ts';
import { NOTICE_TEXTS } from './notice-texts.ts';

/** What brings the file that a failed cell looked for; a dropped one is put where the code looks, inside the folder. */
export function MissingFile({ session, cell }: { session: Session; cell: Cell }) {
  const [missed] = findMissed(cell);
  if (missed === undefined) return null;
  const place = listReadPaths(session).find(({ path }) => path === missed)?.place ?? null;
  if (place === null) return NOTICE_TEXTS.dropAndRename(missed.split(/[/\\]/).at(-1) ?? missed);
  const isThere = session.files.some(({ name }) => name === place);
  return isThere ? NOTICE_TEXTS.fileIsThere(missed) : NOTICE_TEXTS.dropMissingFile;
}
