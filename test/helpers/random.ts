/** Numbers that look random and are the same in every run. */

export interface Random {
  /** From 0 up to, not including, `below`. */
  int(below: number): number;
  /** From 0 up to, not including, 1. */
  fraction(): number;
  pick<T>(items: readonly T[]): T;
}

/** Mulberry32, a generator of 32 bits of state. */
export function createRandom(seed: number): Random {
  let state = seed;
  const int = (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
  return {
    int,
    fraction: () => int(2 ** 32) / 2 ** 32,
    pick: (items) => items[int(items.length)] as (typeof items)[number],
  };
}
