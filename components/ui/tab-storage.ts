/** Short texts that a tab keeps, also when the page is loaded again. */

/** Null where nothing is kept. */
export function readFromTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Null drops what is kept. Where storage is full or forbidden, nothing is kept. */
export function keepInTab(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // The page works without it until it is left.
  }
}
