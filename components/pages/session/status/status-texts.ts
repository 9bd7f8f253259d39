/** Words of the bar that shows what is running, and of what is announced. */
export const STATUS_TEXTS = {
  yourCell: 'Your cell is running',
  rebuilding: (progress: string) => `${progress} cells again`,
  step: (count: number) => `step ${count}`,
  announcedStep: (count: number) => `Step ${count}.`,
  retryingIn: (seconds: number) => `retrying in ${seconds} s`,
} as const;
