import { CopyIcon, DownloadIcon } from '../../../ui/icons.tsx';
import { copyText, saveText } from '../../../ui/text/clipboard.ts';
import { DRAWING_TEXTS } from './drawing-texts.ts';
import type { OutputTool } from './output-tools.tsx';

/** Copies what the function returns when the tool is used. */
export function copyTool(write: () => string, name = 'Copy'): OutputTool {
  return {
    label: 'Copy',
    name,
    icon: <CopyIcon size={13} />,
    act: async () => {
      await copyText(write());
      return 'Copied';
    },
  };
}

export function saveTool(write: () => string, fileName: string, mimeType: string): OutputTool {
  return {
    label: 'Save',
    name: DRAWING_TEXTS.saveAs(fileName),
    icon: <DownloadIcon size={13} />,
    act: () => {
      saveText(write(), fileName, mimeType);
      return 'Saved';
    },
  };
}
