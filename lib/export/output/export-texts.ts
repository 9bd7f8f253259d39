import { formatCount } from '../../util/format-count.ts';

/** What exported files say of what they do not draw, or do not have. */
export const EXPORT_TEXTS = {
  chartInFile: (name: string) =>
    `${name}. Open the notebook in Actbook, or export it as HTML, to see it drawn.`,
  chartInPlainPage: (name: string) => `${name}. Open the notebook in Actbook to see it drawn.`,
  chartOnPage: (name: string) =>
    `${name}. Open this page in a browser that runs its scripts to see it drawn.`,
  asText: (characters: number) =>
    `Shown as text: drawing ${formatCount(characters)} characters could slow this page down.`,
  notDrawn: (width: number, height: number) =>
    `Not drawn: a picture of ${formatCount(width)} × ${formatCount(height)} pixels could slow this page down.`,
  savePicture: 'Save the picture',
  someLeft: 'Some rows or columns are left out.',
  tablePart: (part: number, count: number, first: string, last: string) =>
    `Part ${part} of ${count}: ${first === last ? `column ${first}` : `columns ${first} to ${last}`}.`,
  /** `type`: the MIME type of an output. */
  elsewhere: (type: string) =>
    `An output of type ${type} is not shown here. The notebook file (.ipynb) has it.`,
} as const;
