import { toFileName } from '../../lib/protocol/files/file-name.ts';

/** The same bytes, unread, under a name that a workspace accepts; that of a file in a folder has slashes. */
export function toNamedFile(file: File): File {
  const name = file.name.split('/').map(toFileName).join('/');
  return name === file.name ? file : new File([file], name, { type: file.type });
}
