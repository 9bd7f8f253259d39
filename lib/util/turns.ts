/** Runs the tasks of one key one after the other, in the order they were given. */
export type Turns = <T>(key: string, task: () => Promise<T>) => Promise<T>;

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return (key, task) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(task, task);
    const forget = () => void (last.get(key) === turn && last.delete(key));
    last.set(key, turn);
    turn.then(forget, forget);
    return turn;
  };
}
