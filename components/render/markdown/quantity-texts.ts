import type { Quantity, QuantitySource } from '../../../lib/quantities/finding/quantity.ts';

/** Words about where a number or a name of an answer comes from. */
const QUANTITY_TEXTS = {
  unfounded: 'Not found in the outputs (errors and warnings aside)',
  unclear: 'No certain source in the outputs',
  gone: 'a cell that is gone',
} as const;

type NameCell = (cellId: string) => string | null;

/** `Difference of 12 and 9 in In [3]`. */
export function describeQuantity({ status, sources, instead }: Quantity, nameCell: NameCell): string {
  if (status in QUANTITY_TEXTS) {
    const text = QUANTITY_TEXTS[status as keyof typeof QUANTITY_TEXTS];
    return instead ? `${text}. Compare ${describeSource(instead, nameCell)}` : text;
  }
  if (status === 'stated')
    return [...new Set(sources.map((source) => describeSource(source, nameCell)))].join('; ');
  const [first] = sources;
  const values = sources.map(({ printed }) => printed);
  const places = [...new Set(sources.map(({ cellId }) => nameCell(cellId) ?? QUANTITY_TEXTS.gone))];
  return `${nameRelation(first, sources.length)} ${joinWords(values)} in ${joinWords(places)}`;
}

function describeSource({ how, printed, label, cellId }: QuantitySource, nameCell: NameCell): string {
  const place = nameCell(cellId) ?? QUANTITY_TEXTS.gone;
  const value = how === 'rounded' ? `rounded from ${printed}` : printed;
  return `${place}: ${value}${label === '' ? '' : ` (${label})`}`;
}

/** Of one value: with the whole, or with a number of the question. */
function nameRelation(source: QuantitySource | undefined, count: number): string {
  if (count < 2) return 'Follows from';
  if (source?.how === 'difference') return 'Difference of';
  return source?.how === 'sum' ? 'Sum of' : 'Ratio of';
}

function joinWords(words: readonly string[]): string {
  const all =
    words.length > MAX_WORDS ? [...words.slice(0, MAX_WORDS), `${words.length - MAX_WORDS} more`] : words;
  return all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

const MAX_WORDS = 4;
