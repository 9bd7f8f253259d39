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
  const missing = quantities.filter(({ status }) => status === 'unfounded').map(({ text }) => text);
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
