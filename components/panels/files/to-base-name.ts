/** The last part of a file's path. */
export function toBaseName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
