/** Words of the menu of a cell and of what commands say at once. Titles of commands are in their table. */
export const COMMAND_TEXTS = {
  palette: 'Commands',
  cellMenu: 'More actions for this cell',
  cellMenuBusy: 'You can change this cell when what is running has ended.',
  cellRunning: 'This cell is running. You can change it after it ends, or stop it.',
  deletedElsewhere: 'The cell you were editing was deleted. Undo restores it with your text.',
  shortcuts: 'Keyboard shortcuts',
  answerCell: 'Answer cell',
  reviewCell: 'Review cell',
  codeRunning: 'Code, running',
  codeNotRun: 'Code, not run',
  conflict: 'This cell was changed meanwhile',
  codeRun: (executionCount: number) => `Code, run number ${executionCount}`,
} as const;
