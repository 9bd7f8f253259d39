import type { Quantity, QuantityStatus } from '../../quantities/finding/quantity.ts';

/**
 * How many numbers of an answer were found, which were not, and which names an output contradicts, as sentences for users;
 * null if every number was found and no name is contradicted.
 * `toText`: escapes what the answer says, where the sentence is Markdown.
 */
export function describeNumbers(
  quantities: readonly Quantity[],
  toText: (text: string) => string = (text) => text,
): string | null {
  const numbers = quantities.filter(({ kind }) => kind === 'number');
  const list = (marked: QuantityStatus) => quantities.filter(({ status }) => status === marked);
  const contradicted = list('contradicted');
  const sentences = [
    describeFound(numbers, list('unfounded'), toText),
    contradicted.length > 0 ? `Contradicted by an output: ${nameAll(contradicted, toText)}.` : null,
  ].filter((sentence) => sentence !== null);
  return sentences.length > 0 ? sentences.join(' ') : null;
}

function describeFound(
  numbers: readonly Quantity[],
  missing: readonly Quantity[],
  toText: (text: string) => string,
): string | null {
  const count = (...statuses: QuantityStatus[]) =>
    numbers.filter(({ status }) => statuses.includes(status)).length;
  const unclear = count('unclear');
  if (missing.length + unclear === 0) return null;
  const parts = [
    `${count('stated', 'derived')} found in the outputs`,
    ...(unclear > 0 ? [`${unclear} without a certain source`] : []),
    ...(missing.length > 0
      ? [`${missing.length} not found (errors and warnings aside): ${nameAll(missing, toText)}`]
      : []),
  ];
  return `Numbers: ${parts.join(', ')}.`;
}

function nameAll(quantities: readonly Quantity[], toText: (text: string) => string): string {
  return [...new Set(quantities.map(nameMissing))].map(toText).join(', ');
}

/**
 * `3,733 g (compare 3773.1)`: with the value that it was probably copied from. `Adelie (compare Gentoo, body_mass_g: 5076.0)`:
 * with that of the row that is ahead.
 */
export function nameMissing({ kind, text, instead }: Quantity): string {
  if (!instead) return text.trim();
  const printed = instead.printed.slice(0, MAX_PRINTED);
  const value = kind === 'name' ? `${instead.label.slice(0, MAX_LABEL)}: ${printed}` : printed;
  return `${text.trim()} (compare ${value})`;
}

const [MAX_PRINTED, MAX_LABEL] = [40, 80];
