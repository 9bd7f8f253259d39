import { toFileName } from '../../lib/protocol/file-name.ts';

/** Folders that a path goes through at most, as `parseFilePath` has it. */
const MAX_NAMES = 8;

/** The same bytes, unread, under a name that a workspace accepts; a file of a folder that was chosen has its path in there. */
export function toNamedFile(file: File): File {
  const path = file.webkitRelativePath || file.name;
  const names = path.split('/').map(toFileName);
  const name = [...names.slice(0, MAX_NAMES - 1), names.slice(MAX_NAMES - 1).join('_')]
    .filter(Boolean)
    .join('/');
  return name === file.name ? file : new File([file], name, { type: file.type });
}
