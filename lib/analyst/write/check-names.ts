/** What checks are called, for both who writes and who reads them. */

/** `setup`: a line before, which several may share. */
export type Check = readonly [label: string, code: string, setup?: string];

export const CHECK = {
  rows: 'rows used',
  missing: (column: string) => `rows without ${column}`,
  unknown: (column: string) => `rows where ${column} is not known`,
  first: 'first date',
  last: 'last date',
  step: 'longest usual days between dates',
  again: 'rows used that repeat an earlier one',
  smallGroups: 'groups under 5 rows',
  withoutHighest: 'mean without the highest value',
  withoutLowest: 'mean without the lowest value',
  leaderRest: 'first place without its largest row',
  leaderOnce: 'first place with each row once',
  mostOnce: 'highest total with each row once',
  placeholder: (column: string, value: number) => `rows with ${value} as ${column}`,
  infinite: (column: string) => `rows with an infinite ${column}`,
  complete: 'rows with all values',
  jumps: 'steps over periods without rows',
  absent: 'periods without rows',
  unmatched: 'rows without a match',
  repeated: 'repeated keys in the other table',
  spread: 'rows that share a row of the other table',
  leftOut: 'rows that repeat an earlier one and are left out',
  side: (label: string) => `rows of ${label}`,
  units: (column: string) => `different values of ${column}`,
  total: (column: string, value: string) => `rows with ${value} as ${column}`,
  /** Not all of the filter can be judged of the rows that are counted. */
  atMost: (label: string) => `${label}, at most`,
} as const;
