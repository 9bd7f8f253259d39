/** What a command says it did, and what it asks first. */
export const COMMAND_RUN_TEXTS = {
  saved: 'All cells are saved.',
  savedButNew: 'All cells are saved. Escape makes your new text a cell.',
  cellDeleted: 'Cell deleted.',
  runDeleted: 'Question and cells deleted.',
  runDeletedAlive: 'Question and cells deleted. What they defined stays in the kernel.',
  cellsJoined: 'Cells joined.',
  cellCut: 'Cell cut.',
  outputCleared: 'Output cleared.',
  outputsCleared: 'Outputs cleared.',
  restartTitle: 'Restart the kernel?',
  restartAndRun: 'Restart and run all',
  restart: (names: string, runsAll = false) =>
    `You will lose ${names ? `its variables: ${names}` : 'any variables it holds'}. ${
      runsAll ? 'Then all cells run, and their outputs are replaced' : 'Cells, outputs, and files are kept'
    }.`,
} as const;
