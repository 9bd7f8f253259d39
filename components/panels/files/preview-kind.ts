/** How a file can be looked at, told by its name; what a text is, its bytes must say. */
export type PreviewKind = 'delimited' | 'table' | 'image' | 'text';

const IMAGE_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
};

export function toPreviewKind(name: string): PreviewKind {
  const extension = toExtension(name);
  if (extension === 'csv' || extension === 'tsv') return 'delimited';
  if (['parquet', 'pq', 'xlsx', 'xlsm'].includes(extension)) return 'table';
  return extension in IMAGE_TYPES ? 'image' : 'text';
}

/** The type an image is shown under: of our own table, never of its maker's word. */
export function toImageType(name: string): string {
  return IMAGE_TYPES[toExtension(name)] ?? 'image/png';
}

function toExtension(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}
