/** Words of the palette, the menu of a cell, and the sheet of shortcuts. Titles of commands are in their table. */
export const COMMAND_TEXTS = {
  palette: 'Commands',
  search: 'Search commands',
  searchHint: 'What do you want to do?',
  noMatch: 'No matching commands.',
  cellMenu: 'More actions for this cell',
  cellMenuBusy: 'You can change this cell when what is running has ended.',
  shortcuts: 'Keyboard shortcuts',
  shortcutsHelp:
    'Select a cell with Tab or a click, then use these keys. While you edit a cell, only keys marked “editing” or “everywhere” work.',
  alsoEditing: 'also editing',
  answerCell: 'Answer cell',
  reviewCell: 'Review cell',
  codeRunning: 'Code, running',
  codeNotRun: 'Code, not run',
  codeRun: (executionCount: number) => `Code, run number ${executionCount}`,
} as const;
