/** Words of the export menu. */
export const EXPORT_TEXTS = {
  menu: 'Export and share',
  dataFiles: 'Keep the data files in the same folder as the downloaded notebook or script.',
  preparing: 'Preparing the notebook for printing…',
  slowCharts: 'Preparing the notebook for printing. Some charts take up to a minute…',
  printFailed: 'The notebook could not be prepared for printing. Try again.',
  printFrame: 'Print view of the notebook',
} as const;
