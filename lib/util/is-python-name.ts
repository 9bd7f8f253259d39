const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/** Whether Python takes it as the name of a variable; ASCII only, 1 to 100 characters. */
export function isPythonName(text: string): boolean {
  return /^[A-Za-z_]\w{0,99}$/.test(text) && !isPythonKeyword(text);
}

export function isPythonKeyword(text: string): boolean {
  return KEYWORDS.has(text);
}
