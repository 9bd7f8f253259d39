/** Words of the variables panel. */
export const VARIABLES_TEXTS = {
  search: 'Search variables',
  noMatch: (search: string) => `No variables match “${search}”.`,
  currentOnly: 'Variables of the current kernel only.',
  open: (name: string) => `Open ${name} as a table`,
  lost: 'The variables were lost with the kernel. Run cells to define them again.',
  notStarted: 'Variables appear here after the first cell runs.',
  none: 'The kernel holds no variables.',
} as const;
