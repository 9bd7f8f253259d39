/** The last part of a file's path. */
export function toBaseName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** A name and its extension, which is read as one word: `.csv`, `.tar.gz`. */
export function splitExtension(name: string): [stem: string, extension: string] {
  const extension = /[^.](?<ends>(?:\.[\p{L}\p{N}_-]{1,10}){1,2})$/u.exec(name)?.groups?.ends ?? '';
  return [name.slice(0, name.length - extension.length), extension];
}
