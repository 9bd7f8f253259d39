/** How a file can be shown, judged by its name; whether it is text, only its bytes can say. */
export type PreviewKind = 'table' | 'image' | 'text';

/** Those that the kernel reads as tables. */
const TABLE_ENDINGS = ['csv', 'tsv', 'jsonl', 'ndjson', 'parquet', 'pq', 'xlsx', 'xlsm'];
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
  if (TABLE_ENDINGS.includes(extension)) return 'table';
  return extension in IMAGE_TYPES ? 'image' : 'text';
}

/** The type an image is shown with: from our own table, never as the file claims. */
export function toImageType(name: string): string {
  return IMAGE_TYPES[toExtension(name)] ?? 'image/png';
}

function toExtension(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}
