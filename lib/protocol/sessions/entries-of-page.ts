/** How many sessions the page shows at first, and adds when asked for more. */
export const ENTRIES_OF_PAGE = 50;
