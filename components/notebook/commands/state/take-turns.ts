/**
 * Makes each request once the one before it was answered, or at once where none is under way: requests sent side by
 * side may arrive in any order, but cells run, move, and change in the order in which the user said so.
 */
export type Turns = <Result>(request: () => Promise<Result>) => Promise<Result>;

export function takeTurns(): Turns {
  let last: Promise<unknown> | null = null;
  return (request) => {
    // Not a microtask later: the page may be about to close.
    const turn = last === null ? request() : last.then(request);
    const settled = turn
      .catch(() => undefined)
      .then(() => {
        if (last === settled) last = null;
      });
    last = settled;
    return turn;
  };
}
