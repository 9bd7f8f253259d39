const CONSTANTS: Readonly<Record<string, unknown>> = { True: true, False: false, None: null };

/** A value as it is typed: JSON or a constant of Python where it is one, else text. */
export function readParameterValue(text: string): unknown {
  const word = text.trim();
  if (Object.hasOwn(CONSTANTS, word)) return CONSTANTS[word];
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
