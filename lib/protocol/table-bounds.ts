/** How much of a table is looked at at once. Apart from the schemas, whose library the page does without. */
export const MAX_PAGE_ROWS = 100;
export const MAX_PAGE_COLUMNS = 40;
/** Longest name, label or value, characters. */
export const MAX_VALUE_LENGTH = 200;
