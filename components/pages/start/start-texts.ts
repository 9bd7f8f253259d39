/** Words of the start page. */
export const START_TEXTS = {
  title: 'What do you want to know?',
  lead: 'Ask about your data. The agent writes code, runs it in a live Jupyter kernel, and shows every cell.',
  placeholder: 'Drop a file and ask a question',
  blankNotebook: 'Blank notebook',
  blankKernel: 'Kernel of the blank notebook',
  openNotebook: 'Open a notebook (.ipynb)',
  examples: 'Try an example',
  notebooks: 'Your notebooks',
} as const;
