import type { Quantity, QuantityStatus } from '../../quantities/finding/quantity.ts';

/**
 * How many numbers of an answer were found, and which were not, as a sentence for users; null if every one was found.
 * `toText`: escapes what the answer says, where the sentence is Markdown.
 */
export function describeNumbers(
  quantities: readonly Quantity[],
  toText: (text: string) => string = (text) => text,
): string | null {
  const count = (...statuses: QuantityStatus[]) =>
    quantities.filter(({ status }) => statuses.includes(status)).length;
  const missing = quantities.filter(({ status }) => status === 'unfounded').map(nameMissing);
  const unclear = count('unclear');
  if (missing.length + unclear === 0) return null;
  const names = [...new Set(missing)].map(toText).join(', ');
  const parts = [
    `${count('stated', 'derived')} found in the outputs`,
    ...(unclear > 0 ? [`${unclear} without a certain source`] : []),
    ...(missing.length > 0 ? [`${missing.length} not found (errors and warnings aside): ${names}`] : []),
  ];
  return `Numbers: ${parts.join(', ')}.`;
}

/** `3,733 g (compare 3773.1)`: with the value that it was probably copied from. */
export function nameMissing({ text, instead }: Quantity): string {
  return instead ? `${text.trim()} (compare ${instead.printed.slice(0, MAX_PRINTED)})` : text.trim();
}

const MAX_PRINTED = 40;
