import { aggregateOf, countOf, isAdditive } from './figures.ts';
import { compareMoment, frame, isMention } from './frames.ts';
import type { Amount } from './meanings.ts';
import { rule } from './rule.ts';
import {
  ask,
  compare,
  find,
  findAll,
  isConditions,
  isMeasure,
  isSide,
  mean,
  measureOrPlain,
  say,
  whether,
} from './sentences.ts';

export const COMPARE_RULES = [
  // Two sides.
  rule('Side', 'Value ; @in Value', (value) => ({ label: value.label, where: isMention(value) })),
  rule('Side', 'not|non Value ; @in not|non Value', (value) => ({
    label: `not ${value.label}`,
    where: { kind: 'not', condition: isMention(value) },
  })),
  rule('Side', 'those @in? Value', (value) => ({
    label: value.label,
    where: isMention(value),
  })),
  rule('Side', 'Value Noun ; @in Value Noun', (value) => ({ label: value.label, where: isMention(value) })),
  rule('Side', 'not|non Value Noun', (value) => ({
    label: `not ${value.label}`,
    where: { kind: 'not', condition: isMention(value) },
  })),
  rule('Side', 'When ; @time When', (when, view) => {
    const where = compareMoment(view.date, '==', when);
    return where && { label: when.kind === 'iso' ? when.iso : JSON.stringify(where), where };
  }),
  rule(
    'Core',
    `@what? difference @in Measure between Side and Side ;
    @what? difference between Measure @in Side and @in? Side ;
    @what? difference between Side and Side @in Measure`,
    (...parts) => {
      const measure = find(parts, isMeasure);
      const [left, right] = findAll(parts, isSide);
      return measure && left && right ? compare(measure, [left, right], { as: 'difference' }) : null;
    },
  ),
  rule(
    'Core',
    '@what? ratio of Measure between Side and Side ; @what? ratio of Measure @in Side to Side',
    (measure, left, right) => compare(measure, [left, right], { as: 'ratio' }),
  ),
  rule('Core', '@what? ratio of Side to Side', (left, right) =>
    compare(countOf([]), [left, right], { as: 'ratio' }),
  ),
  rule(
    'Core',
    `@what? change|growth|increase|decrease @in Measure from Side to Side ;
    @what? change|growth @in Measure between Side and Side ; how @do Measure @change from Side to Side ;
    how @do Measure @change between Side and Side ;
    how much @do Measure grow|increase|change from Side to Side`,
    (measure, left, right) => compare(measure, [left, right], { as: 'change' }),
  ),
  rule(
    'Core',
    `compare Measure of|between|in|for Side @versus|with Side ; compare Measure Side @versus|with Side ;
    @what? Measure @in Side @versus Side`,
    (measure, left, right) => compare(measure, [left, right], { as: 'difference' }),
    1,
  ),
  rule(
    'Core',
    `@be|@do Side Comparative than|@than Side ; @be Side Comparative @than Side on average ; @be Side on average Comparative @than Side ;
    @be Side Comparative on average @than Side`,
    (left, more, right) =>
      more.field.type === 'number'
        ? compare(mean(more.field), [left, right], { as: 'which', descending: more.descending })
        : null,
  ),
  rule('Core', '@do|@be Side @has? @more Measure @than Side', (left, measure, right) =>
    compare(measure, [left, right], { as: 'which' }),
  ),
  rule('Core', '@do|@be Side @has? @less Measure @than Side', (left, measure, right) =>
    compare(measure, [left, right], { as: 'which', descending: false }),
  ),
  rule('Core', '@do Side Amount more @than Side', (left, amount, right) =>
    compare(measureOrPlain(amount), [left, right], { as: 'which' }),
  ),
  rule('Core', '@do Side Amount less @than Side', (left, amount, right) =>
    compare(measureOrPlain(amount), [left, right], { as: 'which', descending: false }),
  ),
  rule(
    'Core',
    `@be there @more Set Side @than Side ; @do Side @has @more Set @than Side ;
    @be there more Side @than Side`,
    (...parts) => {
      const [left, right] = findAll(parts, isSide);
      const set = find(parts, isConditions) ?? [];
      return left && right ? compare(countOf(set), [left, right], { as: 'which' }) : null;
    },
  ),
  rule('Core', '@be Measure @more @in? Side @than Side', (measure, left, right) =>
    compare(measure, [left, right], { as: 'which' }),
  ),
  rule('Core', '@be Measure @less @in? Side @than Side', (measure, left, right) =>
    compare(measure, [left, right], { as: 'which', descending: false }),
  ),
  rule(
    'Core',
    `how @more @be Measure @in Side @than Side ; how much @more @be Measure @in Side @than Side ;
    how much @more Measure @do Side @has than Side`,
    (measure, left, right) => compare(measure, [left, right], { as: 'difference' }),
  ),

  // Shares.
  rule('Core', '@what? @share of each Key @in|of? Measure', (key, measure) =>
    say({ kind: 'shares', measure: measure }, frame({ keys: [key] })),
  ),
  rule(
    'Core',
    '@ask? @share of Measure ; @ask? @share of total Measure ; @what? percentage breakdown of Measure',
    (measure) => say({ kind: 'shares', measure }),
  ),
  rule('Core', '@ask? @share of Set', (set) => say({ kind: 'shares', measure: countOf(set) }), 1),
  rule(
    'Core',
    `@what? @share of total? Amount @be|comes|come|came from|in|of|by? Value ;
    @what? @share of total? Amount from|in|of Value ; @what? Value share of total? Amount ;
    @which @share of total? Amount comes|came from Value`,
    (...parts) => {
      const amount = parts.find((part): part is Amount => 'of' in part);
      const value = parts.find((part) => 'label' in part);
      const measure = amount && isAdditive(amount) ? aggregateOf('sum', amount) : null;
      return measure && value && 'label' in value
        ? ask({ kind: 'share', part: isMention(value), figure: measure.figure })
        : null;
    },
  ),

  // Yes or no.
  rule('Core', '@be there @any? Set ; @do we @has @any? Set', (set) => whether(set, null, 'any')),
  rule(
    'Core',
    '@be there @any? Set Linked ; @do we @has @any? Set Linked ; @be|@do|@has any Set Linked',
    (set, part) => whether(set, part, 'any'),
  ),
  // All of which, and all what: a condition more could belong to either, so nothing may follow.
  rule('Query', '@be|@do|@has all|every|each Set Linked ; @be all of Set Linked', (set, part) =>
    whether(set, part, 'all'),
  ),
  rule('Query', '@be|@do|@has all|every|each Set Linked Linked', (set, linked, part) =>
    whether([...set, linked], part, 'all'),
  ),
].flat();
