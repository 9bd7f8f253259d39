import type { Session } from '../../../../lib/session/session.ts';
import { findMissingFiles, listReadPaths } from '../../../../lib/session/view/files/list-read-paths.ts';
import { Notice } from '../../../ui/notices/notice.tsx';
import { NOTICE_TEXTS } from './notice-texts.ts';

/**
 * Files that the code of an opened notebook reads and that are not there, until something runs; and those that were put
 * into a folder because the code reads them there, or took the place of another, until something runs after that.
 */
export function FileNotices({ session }: { session: Session }) {
  const { imported, executions, files } = session;
  const missing = imported && executions === 0 ? findMissingFiles(session) : [];
  const inside = missing.flatMap(({ place }) => place ?? []);
  const outside = missing.filter(({ place }) => place === null);
  const current = files.filter(({ addedAfter }) => addedAfter === executions);
  const replaced = current.filter(({ isReplacement }) => isReplacement).map(({ name }) => name);
  const added = current.filter(({ name }) => name.includes('/'));
  const read = added.length > 0 ? new Set(listReadPaths(session).map(({ place }) => place)) : new Set();
  return (
    <>
      {inside.length > 0 && <Notice tone="warning">{NOTICE_TEXTS.filesMissing(inside)}</Notice>}
      {outside.map(({ path }) => (
        <Notice key={path} tone="warning">
          {NOTICE_TEXTS.fileOutside(path, toName(path))}
        </Notice>
      ))}
      {replaced.length > 0 && <Notice tone="plain">{NOTICE_TEXTS.filesReplaced(replaced)}</Notice>}
      {added
        .filter(({ name }) => read.has(name))
        .map(({ name }) => (
          <Notice key={name} tone="plain">
            {NOTICE_TEXTS.filePlaced(toName(name), name)}
          </Notice>
        ))}
    </>
  );
}

function toName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path;
}
