/** Names and words shared by the grouped analyses. */
import { type Dataset, findColumn, isYear } from './dataset.ts';
import { code, describeAggregate, listWords } from './format.ts';
import type { GroupsIntent } from './intent.ts';
import type { Group } from './reading.ts';

export function describeFigure(intent: GroupsIntent): string {
  const words = describeAggregate(intent.aggregate, intent.percentile);
  return intent.measures.length === 0 ? words : `${words} ${listWords(intent.measures.map(code))}`;
}

export function isOrdered(dataset: Dataset, group: Group): boolean {
  const column = findColumn(dataset, group.column);
  return (
    (group.grain !== null && group.grain !== 'weekday' && group.grain !== 'day-kind') ||
    (column !== null && isYear(column))
  );
}

/** The figure's column in the table the cell shows. */
export function figureColumn(intent: GroupsIntent): string {
  if (intent.measures.length === 0) return 'rows';
  if (intent.measures.length > 1) return intent.measures[0] ?? '';
  return intent.percentile === null ? intent.aggregate : 'percentile';
}

export function plain(text: string): string {
  const bare = text.replaceAll('`', '');
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}

const MONTH_NAMES =
  'January February March April May June July August September October November December'.split(' ');

export function nameLabel(group: Group, label: string): string {
  if (group.grain === 'hour') return `${label.padStart(2, '0')}:00`;
  if (group.grain === 'minute' || group.grain === 'clock-hour') return label.slice(0, 16);
  return group.grain === 'calendar-month' ? (MONTH_NAMES[Number(label) - 1] ?? label) : label;
}
