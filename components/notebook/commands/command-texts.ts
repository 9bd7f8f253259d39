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
  conflict: 'This cell was changed meanwhile',
  changedElsewhere: 'It was changed in another window. − is the text there, + is yours.',
  changedByAgent: 'The agent changed it. − is its text, + is yours.',
  keepMine: 'Keep mine',
  keepTheirs: 'Keep the other',
  editOn: 'Continue editing',
  codeRun: (executionCount: number) => `Code, run number ${executionCount}`,
} as const;
