/** What one of two things that are compared is called: the words of the question, or of the data. */
import type { Condition } from '../../query/query.ts';
import type { Moment } from './meanings.ts';
import { DAYS, MONTHS } from './moments.ts';

/** `January`, `Q2`, `Monday`, `weekends`, `hour 8`; a date as ISO, which the answer writes out. */
export function nameMoment(moment: Moment): string {
  if (moment.kind === 'iso') return moment.iso;
  if (moment.kind === 'days') return moment.name;
  const value = String('value' in moment.value ? moment.value.value : moment.value.iso);
  switch (moment.part) {
    case 'month-of-year': {
      const month = MONTHS[Number(value) - 1] ?? value;
      return `${month.charAt(0).toUpperCase()}${month.slice(1)}`;
    }
    case 'quarter-of-year':
      return `Q${value}`;
    case 'weekday':
      return value;
    default:
      return `${moment.part.replace(/-of-.*/, '')} ${value}`;
  }
}

/** The value that the rows of this condition have. */
export function nameSide(where: Condition): string {
  if (where.kind === 'not') return `not ${nameSide(where.condition)}`;
  if (where.kind === 'in') {
    const values = where.values.map((each) => String('value' in each ? each.value : each.iso));
    return DAYS.find(({ days }) => days.join() === values.join())?.name ?? values.join(' or ');
  }
  if (where.kind !== 'compare') return where.kind;
  const { left, right } = where;
  if (right.kind === 'date') return right.iso;
  if (!('value' in right)) return where.kind;
  return left.kind === 'part'
    ? nameMoment({ kind: 'part', part: left.part, value: right })
    : String(right.value);
}
