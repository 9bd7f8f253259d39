/** What a cell of text was in the notebook of this app that wrote the file. */
export type FileRole = (typeof FILE_ROLES)[number];

const FILE_ROLES = ['task', 'thought', 'answer'] as const;

/** As the file claims it, which decides only how the text looks; null where it says nothing that is known. */
export function readFileRole(metadata: unknown): FileRole | null {
  const own = readEntry(metadata, 'actbook');
  if (readEntry(own, 'draft') !== undefined) return null;
  const role = readEntry(own, 'role');
  return FILE_ROLES.find((known) => known === role) ?? null;
}

function readEntry(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return new Map(Object.entries(value)).get(key);
}
