/** Words of the sidebar around its panels. */
export const SIDEBAR_TEXTS = {
  close: 'Close the sidebar',
  runPanel: 'Run and kernel',
  loading: 'Loading the panel…',
  failed: 'This panel could not be loaded. Reload the page to try again.',
  uploading: 'uploads in progress',
  waiting: 'waiting for you',
  pinned: 'Pinned to the top of your notebooks.',
  unpinned: 'No longer pinned.',
  kernelStatus: (status: string) => `Kernel: ${status.toLowerCase()}`,
  notStarted: 'Not started',
} as const;
