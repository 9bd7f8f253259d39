/** Words of what commands open: the palette, the sheet of shortcuts, and the choice between two texts. */
export const COMMAND_LAYER_TEXTS = {
  search: 'Search commands',
  searchHint: 'What do you want to do?',
  noMatch: 'No matching commands.',
  shortcutsHelp:
    'Select a cell with Tab or a click, then use these keys. While you edit a cell, only keys marked “editing” or “everywhere” work.',
  alsoEditing: 'also editing',
  changedElsewhere: 'It was changed in another window. − is the text there, + is yours.',
  changedByAgent: 'The agent changed it. − is its text, + is yours.',
  keepMine: 'Keep mine',
  keepTheirs: 'Keep the other',
  editOn: 'Continue editing',
} as const;
