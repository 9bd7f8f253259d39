/** Tags of a cell's metadata (nbformat, "Cell tags"); none where they are not a list. */
export function readTags({ tags }: Readonly<Record<string, unknown>>): unknown[] {
  return Array.isArray(tags) ? tags : [];
}
