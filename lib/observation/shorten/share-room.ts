/** Divides room among texts: short ones get all they need, the long ones share the rest alike. */
export function shareRoom(lengths: readonly number[], room: number): number[] {
  const shares = lengths.map(() => 0);
  let left = Math.max(0, room);
  const ascending = [...lengths.entries()].sort(([, one], [, other]) => one - other);
  for (const [place, [index, length]] of ascending.entries()) {
    const share = Math.min(length, Math.floor(left / (ascending.length - place)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}
