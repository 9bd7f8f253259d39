import { KERNEL_PANEL_TEXTS } from '../sidebar/kernel-panel-texts.ts';

/** Words of the settings. */
export const SETTINGS_TEXTS = {
  newNotebooks: 'New notebooks in this browser',
  existingNotebooks: 'Existing notebooks keep their settings.',
  models: 'Language models',
  connections: 'Connections',
  definitions: 'Definitions for all notebooks',
  singleKeys: 'Use single-key shortcuts on the selected cell, such as A, B, and D D',
  wrapsCode: 'Wrap long lines of code',
  thisBrowser:
    'Language models, their default, connections, and definitions apply to all browsers, the rest to this one only.',
  systemTheme: 'System',
  isolated:
    'Each notebook’s code runs in its own sandbox and sees only that notebook’s files. It has no network unless you allow it.',
  limited: 'The system limits its memory and processes, and Actbook its disk space.',
  watched:
    'Actbook watches its memory, processes, and disk space. Code can hide memory from it: `actbook doctor` says what helps.',
  notIsolated: 'Code is not isolated on this machine. It can use your files and your network.',
  remote: KERNEL_PANEL_TEXTS.remote,
} as const;
