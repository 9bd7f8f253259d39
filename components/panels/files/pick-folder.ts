import { isListed } from '../../ask/composer/list-folder.ts';
import { pickFiles } from '../../ui/controls/pick-files.ts';

/** Lets the user choose a folder: its files, with their paths in it as names. Hidden ones are left out. */
export async function pickFolder(): Promise<File[]> {
  const files = await pickFiles({ webkitdirectory: true });
  return files
    .filter(({ webkitRelativePath }) => webkitRelativePath.split('/').every(isListed))
    .map((file) => new File([file], file.webkitRelativePath, { type: file.type }));
}
