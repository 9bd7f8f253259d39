/** What the editor says in place of the kernel's help. */
export const EDITOR_TEXTS = {
  kernelBusy: 'The kernel is busy. Try again when it is idle.',
  noKernel: 'No kernel is running. It starts when you run a cell.',
  noHelp: 'The kernel has no information about this name.',
} as const;
