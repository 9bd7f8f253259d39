/** What a command says it did, and what it asks first. */
export const COMMAND_RUN_TEXTS = {
  cellDeleted: 'Cell deleted.',
  runDeleted: 'Question and cells deleted. Their variables are kept.',
  cellsJoined: 'Cells joined.',
  cellCut: 'Cell cut.',
  restartTitle: 'Restart the kernel?',
  restart: (names: string) =>
    `You will lose its variables${names && `: ${names}`}. Cells, outputs, and files are kept.`,
  undone: {
    'delete-run': 'Question and cells restored.',
    insert: 'Added cell removed.',
    delete: 'Deleted cell restored.',
    move: 'Cell moved back.',
    split: 'Split cell joined again.',
    merge: 'Joined cells separated.',
    retype: 'Cell type restored.',
  },
  redone: {
    'delete-run': 'Question and cells deleted again.',
    insert: 'Cell added again.',
    delete: 'Cell deleted again.',
    move: 'Cell moved again.',
    split: 'Cell split again.',
    merge: 'Cells joined again.',
    retype: 'Cell type changed again.',
  },
} as const;
