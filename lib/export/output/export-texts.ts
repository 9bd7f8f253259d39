/** What exported files say of charts that they do not draw. */
export const EXPORT_TEXTS = {
  chartInFile: (name: string) =>
    `${name}. Open the notebook in Actbook, or export it as HTML, to see it drawn.`,
  chartInPlainPage: (name: string) => `${name}. Open the notebook in Actbook to see it drawn.`,
  chartOnPage: (name: string) =>
    `${name}. Open this page in a browser that runs its scripts to see it drawn.`,
} as const;
