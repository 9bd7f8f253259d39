/** Words of the dialog that makes links to a notebook. */
export const SHARE_TEXTS = {
  title: 'Share a link',
  explanation:
    'Anyone with the link can read the notebook as it is when they open it: cells and outputs, without files or controls. The link works until you revoke it.',
  /** Actbook listens on loopback addresses only. */
  reach:
    'Actbook is open on this computer only: the link works here, and through a tunnel to this computer. For everyone else, download the notebook as .html.',
  link: 'Share link',
  copy: 'Copy the link',
  shownOnce: 'Copy the link now. It is not shown again.',
  links: 'Links to this notebook',
  make: 'Create a link',
  made: (when: string) => `Created ${when}`,
} as const;
