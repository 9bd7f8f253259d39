/** The key; for a letter of another script, as on a Greek or Russian keyboard, the Latin letter printed beside it. */
export function readKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const isForeign = /^(?!\p{Script=Latin})\p{L}$/u.test(key) && /^Key[A-Z]$/.test(code);
  return isForeign ? code.slice(3).toLowerCase() : key;
}
