/** Why a box was ended, as a sentence for users and the model. */
export function explainExcess(excess: string): string {
  return `The code used ${excess}, so its sandbox was ended: all variables were lost.`;
}

/** The same where each box was within its own limit. */
export function explainExcessOfAll(bytes: number): string {
  return `All sandboxes together used ${toMemory(bytes)}, so this one was ended: all variables were lost.`;
}

/** The same where a box wrote to a disk that has no room left. */
export function explainFullDisk(): string {
  return 'The disk is nearly full and the code wrote to it, so its sandbox was ended: all variables were lost.';
}

export function toMemory(bytes: number): string {
  return `more than ${toSize(bytes)} of memory`;
}

export function toSize(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3;
  return gigabytes >= 1 ? `${Number(gigabytes.toFixed(1))} GB` : `${Math.floor(bytes / 1024 ** 2)} MB`;
}
