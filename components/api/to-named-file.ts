import { toFileName } from '../../lib/protocol/file-name.ts';

/** The same bytes, not read, under a name that a workspace takes. */
export function toNamedFile(file: File): File {
  const name = toFileName(file.name);
  return name === file.name ? file : new File([file], name, { type: file.type });
}
