/** Changes a value that is valid a little: its structure, its texts, or its bytes. */
import type { Random } from '../../test/helpers/random.ts';

const MAX_DEPTH = 8;

const ODD_TEXTS = [
  '',
  '\u0000',
  '\ud800',
  '\udc00x',
  '\u202e',
  '\ufeff',
  '</script>',
  '\u001b[31m',
  '\u001b[2J\r\b',
  '\u001b]8;;',
  '__proto__',
  'constructor',
  '```',
  '[THINK]',
  '<execute>',
  '{"code": 1}',
  '\r\n',
  '日本',
  'e\u0301',
];

export function oddText(random: Random): string {
  const text = random.pick(ODD_TEXTS);
  return random.int(40) === 0 ? text.repeat(1 + random.int(20_000)) : text;
}

function oddValue(random: Random): unknown {
  return random.pick<() => unknown>([
    () => null,
    () => random.pick([0, -1, 1e308, 2 ** 53, 0.5, Number.MAX_SAFE_INTEGER]),
    () => oddText(random),
    () => [],
    () => ({}),
    () => [oddText(random), 1, null],
    () => ({ [oddText(random)]: oddText(random) }),
    () => true,
  ])();
}

/** A copy in which each part is changed with a chance of one in `rarity`. */
export function mutateValue(value: unknown, random: Random, rarity: number, depth = 0): unknown {
  if (random.int(rarity) === 0) return oddValue(random);
  if (typeof value === 'string') return random.int(rarity) === 0 ? mutateText(value, random) : value;
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => mutateValue(item, random, rarity, depth + 1));
    if (random.int(rarity) === 0 && items.length > 0) items.push(random.pick(items));
    return items;
  }
  const entries = Object.entries(value)
    .filter(() => random.int(rarity * 2) > 0)
    .map(([key, item]) => [key, mutateValue(item, random, rarity, depth + 1)] as const);
  const added = random.int(rarity) === 0 ? [[oddText(random), oddValue(random)] as const] : [];
  return Object.fromEntries([...entries, ...added]);
}

/** Some pieces taken out, doubled or replaced. */
export function mutateText(text: string, random: Random): string {
  let changed = text;
  for (let count = 1 + random.int(4); count > 0; count--) {
    const start = random.int(changed.length + 1);
    const end = Math.min(changed.length, start + random.int(20));
    const piece = random.pick([
      () => '',
      () => changed.slice(start, end).repeat(2),
      () => oddText(random),
      () => changed.slice(start, end).toUpperCase(),
    ])();
    changed = changed.slice(0, start) + piece + changed.slice(end);
  }
  return changed;
}

export function mutateBytes(bytes: Uint8Array, random: Random): Uint8Array {
  const changed = Uint8Array.from(bytes);
  for (let count = random.int(4); count > 0; count--)
    changed[random.int(changed.length || 1)] = random.int(256);
  return random.int(8) === 0 ? changed.slice(0, random.int(changed.length + 1)) : changed;
}
