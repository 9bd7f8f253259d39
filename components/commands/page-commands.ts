/** Commands on the notebook as a whole and on the page around it. Those without `run` are carried out where their button is. */
import { importNotebook } from '../api/actbook-api.ts';
import { pickFile } from '../files/pick-file.ts';
import { EXPORTS } from '../share/exports.ts';
import { chooseTheme, type ThemeChoice } from '../ui/theme.ts';
import type { Command } from './command.ts';

async function openFile(): Promise<void> {
  const file = await pickFile('.ipynb');
  if (file) location.assign(`/sessions/${await importNotebook(file)}`);
}

export const NOTEBOOK: readonly Command[] = [
  { id: 'work-unfold', label: 'Unfold the work of all runs', group: 'Notebook' },
  { id: 'work-fold', label: 'Fold the work of all runs', group: 'Notebook' },
  { id: 'notebook-new', label: 'New notebook', group: 'Notebook', run: () => location.assign('/') },
  { id: 'notebook-open', label: 'Open a notebook file (.ipynb)', group: 'Notebook', run: openFile },
  { id: 'notebook-rename', label: 'Rename the notebook', group: 'Notebook' },
  { id: 'notebook-pin', label: 'Pin the notebook to the top', group: 'Notebook' },
  { id: 'notebook-unpin', label: 'Unpin the notebook', group: 'Notebook' },
  { id: 'notebook-delete', label: 'Delete the notebook', group: 'Notebook' },
  ...EXPORTS.map(({ format, label }) => ({ id: `export-${format}`, label, group: 'Notebook' }) as const),
  {
    id: 'notebook-print',
    label: 'Print the notebook',
    group: 'Notebook',
    // The browser would print what is on the screen: the page draws only what is near.
    keys: ['Mod+p'],
    scope: 'page',
  },
  { id: 'notebook-share', label: 'Share a link', group: 'Notebook' },
];

function toThemeCommand(choice: ThemeChoice, label: string): Command {
  return { id: `theme-${choice}`, label, group: 'Page', run: () => chooseTheme(choice) };
}

export const PAGE: readonly Command[] = [
  { id: 'model-choose', label: 'Choose the model', group: 'Agent' },
  { id: 'panel-files', label: 'Show the files', group: 'Page' },
  { id: 'panel-outline', label: 'Show the outline', group: 'Page' },
  { id: 'panel-variables', label: 'Show the variables', group: 'Page' },
  { id: 'panel-run', label: 'Show run and kernel', group: 'Page' },
  { id: 'panel-notebooks', label: 'Show your notebooks', group: 'Page' },
  toThemeCommand('light', 'Theme: light'),
  toThemeCommand('dark', 'Theme: dark'),
  toThemeCommand('system', 'Theme: as the system'),
  { id: 'settings-open', label: 'Open the settings', group: 'Page' },
];
