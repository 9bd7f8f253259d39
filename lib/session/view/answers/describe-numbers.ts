import type { Quantity, QuantityStatus } from '../../../quantities/finding/quantity.ts';

/**
 * How many numbers of an answer were found, and which were not, as a sentence for users; null if every number was found.
 * `isWithoutCode`: whether no code has run above an answer about data, which is then said too. `toText`: escapes what the
 * answer says, where the sentence is Markdown.
 */
export function describeNumbers(
  quantities: readonly Quantity[],
  isWithoutCode = false,
  toText: (text: string) => string = (text) => text,
): string | null {
  const told = [isWithoutCode ? NO_CODE : null, countFound(quantities, toText)].filter(
    (each) => each !== null,
  );
  return told.length === 0 ? null : told.join(' ');
}

const NO_CODE = 'No code above this answer has run, so no output supports it.';

function countFound(quantities: readonly Quantity[], toText: (text: string) => string): string | null {
  const numbers = quantities.filter(({ kind }) => kind === 'number');
  const missing = numbers.filter(({ status }) => status === 'unfounded');
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

/** `3,733 g (compare 3773.1)`: with the value that it was probably copied from. */
export function nameMissing({ text, instead }: Quantity): string {
  return instead ? `${text.trim()} (compare ${instead.printed.slice(0, MAX_PRINTED)})` : text.trim();
}

const MAX_PRINTED = 40;
