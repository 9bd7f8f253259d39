/** Of a message that is one statement, characters. */
const MAX_LENGTH = 200;
/** “Revenue is net of returns”, “Umsatz heißt ohne Rücksendungen”, “margin = price - cost”. */
const STATEMENT = /\p{L}.*(?:\s(?:is|are|means?|ist|sind|heißt|heißen|bedeutet):?|\s*=)\s.*[\p{L}\p{N}]/iu;

/** Whether a message is short, asks nothing, and has the shape “X is Y”. Others can be kept from the menu of their cell. */
export function isDefinition(text: string): boolean {
  const line = text.trim();
  return line.length <= MAX_LENGTH && !/[?？\n]/.test(line) && STATEMENT.test(line);
}
