/** A process that holds a lease, in a sentence: with its address where it has one. */
export function nameHolder(holder: { readonly address: string | null } | null): string {
  return `another Actbook process${holder?.address ? ` (${holder.address})` : ''}`;
}
