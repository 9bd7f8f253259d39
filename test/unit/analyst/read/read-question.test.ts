/** The reader of questions: what it reads, and that no word is dropped in silence. */
import { describe, expect, it } from 'vitest';
import type { Query, Table } from '../../../../lib/analyst/query/query.ts';
import { findQueries, readQuestion } from '../../../../lib/analyst/read/read-question.ts';
import { readCorpus } from './corpus.ts';
import { showQuery, showReading } from './show-query.ts';
import { ORDERS, renameColumns, STAFF, toWideTable } from './tables.ts';
import { CHANGING_WORDS, isSame, listDeletions, listInsertions } from './vary.ts';

const CORPUS = readCorpus();
const ANSWERED = CORPUS.filter(({ expected }) => !expected.startsWith('?') && !expected.includes(' && '));

/** Every so many questions, to be quick; `bench/analyst/count-dropped.ts` takes all. */
function sample<Item>(items: readonly Item[], stride: number): Item[] {
  return items.filter((_, index) => index % stride === 0);
}

function textOf(question: string, tables: readonly Table[]): string {
  return JSON.stringify(findQueries(question, tables, null));
}

it.each(CORPUS)('$question', ({ question, tables, expected }) => {
  expect(showReading(readQuestion(question, tables, null))).toBe(expected);
});

it.each([
  ['how did revenue change from January to June', ['January', 'June']],
  ['revenue on Monday vs Sunday', ['Monday', 'Sunday']],
  ['by how much did revenue grow from Q1 to Q2 in percent', ['Q1', 'Q2']],
  ['revenue in January vs June', ['January', 'June']],
])('the sides of “%s” are called as a person calls them', (question, expected) => {
  const labels = findQueries(question, [ORDERS], null).map(({ ask }) =>
    ask.kind === 'compare' ? ask.sides.map(({ label }) => label) : null,
  );
  expect(labels).toEqual([expected]);
});

describe('no word is dropped', () => {
  it('deleting a word changes the query, or there is none', () => {
    const kept = sample(ANSWERED, 9).flatMap(({ question, tables }) => {
      const whole = textOf(question, tables);
      return listDeletions(question)
        .filter(({ text, word }) => !isSame.deleted(word, text) && textOf(text, tables) === whole)
        .map(({ text, word }) => `${word}: ${text}`);
    });
    expect(kept).toEqual([]);
  });

  it('a word that changes the meaning changes the query, or there is none', () => {
    const kept = sample(ANSWERED, 60).flatMap(({ question, tables }) => {
      const whole = textOf(question, tables);
      return CHANGING_WORDS.flatMap((word) =>
        listInsertions(question, word)
          .filter(({ text }) => !isSame.inserted(word, text) && textOf(text, tables) === whole)
          .map(({ text }) => text),
      );
    });
    expect(kept).toEqual([]);
  });

  it('an unknown word is refused by name', () => {
    for (const { question, tables } of sample(ANSWERED, 25)) {
      for (const { text } of listInsertions(question, 'zorp')) {
        expect(findQueries(text, tables, null), text).toEqual([]);
      }
    }
    expect(readQuestion('total zorp revenue by region', [ORDERS], null)).toEqual({
      kind: 'unread',
      words: ['zorp'],
      why: null,
    });
  });
});

it('names of columns in another spelling keep the query', () => {
  const spellings: readonly ((name: string) => string)[] = [
    (name) => name.replaceAll('_', ' '),
    (name) => name.replaceAll(/(?:^|_)(\p{L})/gu, (_, letter: string) => letter.toUpperCase()),
    (name) => `${name.toUpperCase()} `,
  ];
  for (const spell of spellings) {
    const renamed = renameColumns(ORDERS, spell);
    const others = [renamed.table];
    const cases = CORPUS.filter(({ tables, expected }) => tables[0] === ORDERS && !expected.startsWith('?'));
    for (const { question, tables } of sample(cases, 4)) {
      const query = findQueries(question, others, null);
      const back = query
        .map((one) => JSON.parse(renamed.restore(JSON.stringify(one))) as Query)
        .map(showQuery);
      expect(back, question).toEqual(findQueries(question, tables, null).map(showQuery));
    }
  }
});

it('names of columns in other words keep the query, or there is none', () => {
  const words: Readonly<Record<string, string>> = {
    revenue: 'turnover',
    customer: 'client_name',
    city: 'town',
    product: 'ArticleName',
    quantity: 'qty',
    order_date: 'Purchase Date',
  };
  const renamed = renameColumns(ORDERS, (name) => words[name] ?? name);
  const others = [renamed.table];
  const cases = CORPUS.filter(({ tables, expected }) => tables[0] === ORDERS && !expected.startsWith('?'));
  const read = sample(cases, 3).flatMap(({ question, tables }) => {
    const [query, ...more] = findQueries(question, others, null);
    if (!query || more.length > 0) return [];
    const back = JSON.parse(renamed.restore(JSON.stringify(query))) as Query;
    expect(showQuery(back), question).toBe(findQueries(question, tables, null).map(showQuery).join());
    return [question];
  });
  expect(read.length).toBeGreaterThan(cases.length / 4);
});

it('a name that has marks is read as one name, and no part of it as another', () => {
  const names: Readonly<Record<string, string>> = {
    customer: 'user.name',
    city: 'user.city',
    revenue: 'Total (€)',
    quantity: 'Qty (units)',
  };
  const { table } = renameColumns(ORDERS, (name) => names[name] ?? name);
  const show = (question: string) => showReading(readQuestion(question, [table], null));
  expect(show('How many rows are there by user.city?')).toBe('orders | group user.city: count > rows');
  expect(show('total of Total (€) by user.city')).toBe('orders | group user.city: sum(Total (€)) > rows');
  expect(show('How are Qty (units) and Total (€) correlated?')).toBe(
    showReading(readQuestion('How are "Qty (units)" and "Total (€)" correlated?', [table], null)),
  );
  // There is a column `region`, and none of a user.
  expect(show('How many rows are there by user.region?')).toMatch(/^\?/);
});

it('what is in lists is not asked of their text', () => {
  const values = ["['new']", "['new', 'vip']", '[]'];
  const tags = { type: 'text', isInteger: false, missing: 0, unique: 3, span: null, unit: null } as const;
  const table: Table = {
    name: 'events',
    file: 'events.jsonl',
    rows: 90,
    columns: [
      { ...tags, name: 'tags', values },
      { ...tags, name: 'remark', values: ['[redacted]', '[none]', '[kept]'] },
    ],
  };
  const read = (question: string) => readQuestion(question, [table], null);
  for (const question of ['Which tag is the most frequent?', 'How many rows are there by tags?'])
    expect(read(question).kind).toBe('unread');
  expect(read('How many events are new?').kind).toBe('unread');
  expect(showReading(read('How many rows are there by remark?'))).toBe('events | group remark: count > rows');
});

describe('follow-ups', () => {
  it.each([
    ['total revenue', 'what about the median?', 'orders > median(revenue)'],
    ['median revenue', 'and by region?', 'orders | group region: median(revenue) > rows'],
    ['revenue by region', 'by product instead', 'orders | group product: sum(revenue) > rows'],
    [
      'revenue by region in 2022',
      'and in 2023?',
      'orders | where order_date == 2023 | group region: sum(revenue) > rows',
    ],
    [
      'line chart of revenue by month',
      'and by product?',
      'orders | group product: sum(revenue) > rows [bar]',
    ],
    ['revenue in Berlin', 'what about Hamburg?', 'orders | where city == Hamburg > sum(revenue)'],
    ['total revenue in Berlin', 'and what is its average?', 'orders | where city == Berlin > mean(revenue)'],
    ['revenue by region', 'as a bar chart', 'orders | group region: sum(revenue) > rows [bar]'],
  ])('%s, %s', (first, second, expected) => {
    const [previous = null] = findQueries(first, [ORDERS], null);
    expect(showReading(readQuestion(second, [ORDERS], previous))).toBe(expected);
  });

  it('are not read without a question before', () => {
    expect(readQuestion('and in 2023?', [ORDERS], null).kind).toBe('unread');
  });
});

describe('parts', () => {
  it('are each read or refused by name', () => {
    const reading = readQuestion(
      'How many orders are late, and which region has the most orders?',
      [ORDERS],
      null,
    );
    expect(showReading(reading)).toBe(
      '? late && orders | group region: count | sort number of rows desc | top 1 > rows',
    );
  });

  it('a condition is not a part', () => {
    expect(readQuestion('total revenue in Berlin and without zorp', [ORDERS], null).kind).toBe('unread');
  });
});

it('reads forty words over forty columns', () => {
  const wide = toWideTable(STAFF, 40);
  const question =
    'What is the average salary and the median age of the employees by department and gender for women and men in Sales or IT who were hired after 2010 and before 2020, with salary above 50000 and age between 30 and 50, rounded to two decimals?';
  expect(readQuestion(question, [wide], null).kind).not.toBe('unread');
});

it('a reading that no row satisfies is not asked about', () => {
  const columns = STAFF.columns.map((one) =>
    one.name === 'Department' ? { ...one, values: ['Sales', 'People', 'IT'], unique: 3 } : one,
  );
  const read = (question: string) => showReading(readQuestion(question, [{ ...STAFF, columns }], null));
  const sales = 'staff | where Department == Sales > count';
  expect(read('how many people work in sales?')).toBe(sales);
  expect(read('How many people are in Sales?')).toBe(sales);
  expect(read('how many in sales and in people?')).toMatch(/^\?/);
  expect(read('average age in people and in sales')).toMatch(/^\?/);
  expect(read('how many people are in IT or Sales?')).toContain('Department in IT, Sales');
});
