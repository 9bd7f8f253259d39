/** Figures in readable form. English, like the rest of the page. */

/** `85 ms`, `4.2 s`, `48 s`, `3 min 07 s`. */
export function formatDuration(durationMs: number): string {
  const ms = Math.max(0, durationMs);
  if (ms < 995) return `${Math.round(ms)} ms`;
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/** `0 s`, `48 s`, `3 min 07 s`: of something in progress, counted in whole seconds. */
export function formatElapsed(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / 1000));
  return seconds < 10 ? `${seconds} s` : formatDuration(seconds * 1000);
}

const ORDINAL = new Intl.PluralRules('en', { type: 'ordinal' });
const ORDINAL_ENDS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** `1st`, `22nd`, `13th`. */
export function toOrdinal(place: number): string {
  return `${place}${ORDINAL_ENDS[ORDINAL.select(place)] ?? 'th'}`;
}

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** `just now`, `5 minutes ago`, `yesterday`; a date once it is more than a week ago. */
export function formatRelativeTime(at: number, now: number, timeZone?: string): string {
  const minutes = Math.round((now - at) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return RELATIVE.format(-minutes, 'minute');
  const hours = Math.round(minutes / 60);
  if (hours < 24) return RELATIVE.format(-hours, 'hour');
  // Of the calendar: the evening before last is two days ago, not yesterday.
  const dateOf = (time: number) => new Date(time).toLocaleDateString('en', { dateStyle: 'medium', timeZone });
  const days = Math.round((Date.parse(dateOf(now)) - Date.parse(dateOf(at))) / 864e5);
  return days > 7 ? dateOf(at) : RELATIVE.format(-days, 'day');
}

/** `10:32`, with the day unless it is today: `Nov 24, 10:32`. */
export function formatMoment(at: number, now = Date.now()): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date(now).toDateString();
  const day = isToday ? {} : ({ month: 'short', day: 'numeric' } as const);
  return date.toLocaleString('en-US', { ...day, hour: 'numeric', minute: '2-digit', hourCycle: 'h23' });
}
