import { toFileName } from '../../../lib/protocol/files/file-name.ts';

/** Lets the user choose files; empty when none is chosen. Browsers require a direct call from a key press or click. */
export function pickFiles(
  options: { accept: string } | { multiple: true } | { webkitdirectory: true },
): Promise<File[]> {
  const input = Object.assign(document.createElement('input'), { type: 'file', ...options });
  return new Promise((resolve) => {
    input.onchange = input.oncancel = () => resolve([...(input.files ?? [])]);
    input.click();
  });
}

/** The same bytes, unread, under a name that a workspace accepts; that of a file in a folder has slashes. */
export function toNamedFile(file: File): File {
  const name = file.name.split('/').map(toFileName).join('/');
  return name === file.name ? file : new File([file], name, { type: file.type });
}
