import { LOCK_WAIT_MS } from '../../../../lib/protocol/lock-wait.ts';

/**
 * Makes each request once the one before it was answered, or at once where none is under way: requests sent side by
 * side may arrive in any order, but cells run, move, and change in the order in which the user said so.
 */
export type Turns = <Result>(request: () => Promise<Result>) => Promise<Result>;

/**
 * After this, the next one does not wait any longer: something may be wrong with this one alone. The server itself may wait
 * for a lock more than once.
 */
const MAX_TURN_MS = 3 * LOCK_WAIT_MS;

export function takeTurns(): Turns {
  let last: Promise<unknown> | null = null;
  return (request) => {
    // Not a microtask later: the page may be about to close.
    const turn = last === null ? request() : last.then(request);
    const ended = waitAtMost(turn).then(() => {
      if (last === ended) last = null;
    });
    last = ended;
    return turn;
  };
}

function waitAtMost(turn: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, MAX_TURN_MS);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    turn.then(end, end);
  });
}
