/** A bare repr (`<… object at 0x…>`) says nothing: another type then holds the content. */
export function isBareRepr(plain: string): boolean {
  return /^<[\w.]+ (?:object|at 0x)[^\n]*>$/.test(plain.trim());
}
