/** Words of the dialog that makes links to a notebook. */
export const SHARE_TEXTS = {
  title: 'Share a link',
  explanation:
    'Anyone with the link can read the notebook as it is when they open it: cells and outputs, without files or controls. The link works wherever this Actbook can be reached, until you revoke it.',
  link: 'Share link',
  copy: 'Copy the link',
  shownOnce: 'Copy the link now. It is not shown again.',
  links: 'Links to this notebook',
  make: 'Create a link',
  made: (when: string) => `Created ${when}`,
} as const;
