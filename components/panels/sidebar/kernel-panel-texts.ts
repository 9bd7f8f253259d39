/** Words of the panel about the kernel. */
export const KERNEL_PANEL_TEXTS = {
  box: 'Code is isolated. It has no network and sees only this notebook’s files.',
  'box-online': 'Code is isolated except for the internet. It sees only this notebook’s files.',
  none: 'Code is not isolated: it can use your files and your network.',
  remote: 'Code runs on your Jupyter server, with that server’s permissions.',
  starts: {
    bubblewrap: 'Sandbox: bubblewrap.',
    fork: 'Sandbox: forked.',
  },
  losses: (count: number, hasNames: boolean) =>
    `The kernel ended${count === 1 ? '' : ` ${count} times`}${hasNames ? '; its variables were lost' : ''}`,
  lost: (names: string) => `Lost: ${names}.`,
  networkRestarts: 'This stops what is running and ends the kernel; any variables it holds will be lost.',
  allowNetwork: {
    button: 'Allow network access…',
    title: 'Allow network access in this notebook?',
    text: 'Code can then send your data anywhere on the internet. It cannot reach servers on this machine or in your local network.',
    confirmLabel: 'Allow network access',
  },
  removeNetwork: {
    button: 'Turn off network access…',
    title: 'Turn off network access?',
    text: 'Code in a sandbox will have no network. Data it already sent cannot be recalled.',
    confirmLabel: 'Turn off',
  },
} as const;
