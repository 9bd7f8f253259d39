/** What keeps a kernel from being forked, each as a part of a sentence, such as `the thread “worker”`. A sentence for users. */
export function explainObstacles(obstacles: readonly string[]): string {
  return `This kernel cannot be branched with its variables because of ${new Intl.ListFormat('en').format(obstacles)}.`;
}

/** Why a kernel does not have what it was before a cell. */
export function explainMissing(reasons: readonly string[]): string {
  return `The state before this cell was not kept because of ${new Intl.ListFormat('en').format(reasons)}.`;
}
