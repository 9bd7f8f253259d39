/** `2026-11-30 09:00`, as the clock of the zone shows it. `at`: milliseconds since 1970. */
export function formatMinute(at: number, timeZone: string): string {
  return new Date(at).toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
}
