/** How much of a table is looked at at once. Apart from the schemas, whose library the page does without. */
export const MAX_PAGE_ROWS = 100;
export const MAX_PAGE_COLUMNS = 40;
/** Longest name, label or value, characters. */
export const MAX_VALUE_LENGTH = 200;
/** Levels of row labels, and of columns' names. */
export const MAX_LEVELS = 8;
export const MAX_FILTERS = 40;
/** Values that a filter lists, and most frequent values of a summary. */
export const MAX_LISTED_VALUES = 100;
/** Bars of a summary's histogram. */
export const MAX_BINS = 24;
/** Sheets of a workbook that are listed. */
export const MAX_SHEETS = 100;
