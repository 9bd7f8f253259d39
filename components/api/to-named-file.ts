import { toFileName } from '../../lib/protocol/file-name.ts';

/** The same bytes, unread, under a name that a workspace accepts. */
export function toNamedFile(file: File): File {
  const name = toFileName(file.name);
  return name === file.name ? file : new File([file], name, { type: file.type });
}
