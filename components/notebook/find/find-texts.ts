/** Words of the bar that finds and replaces text in cells, until it is loaded. */
export const FIND_TEXTS = {
  bar: 'Find and replace',
  find: 'Find in cells',
  close: 'Close',
} as const;
