/** What a question means where the rows alone would say something else: each was once answered wrongly, in a way that looks right. */
import { expect, it } from 'vitest';
import { openAnalystBatch } from '../../../helpers/analyst/analyst-batch.ts';

const SURVEY =
  'id,status,grade,country,income\n1,Single,A,US,30\n2,Married,B,DE,50\n3,Single,A,FR,40\n4,Married,C,US,80\n';
const LINES = 'order_id,customer,quantity\n1,Ann,2\n1,Ann,3\n2,Ann,1\n3,Bob,4\n3,Bob,1\n3,Bob,1\n3,Bob,5\n';
const HOURS = 'employee,hours\nAnn,9\nBob,8\nBob,8\n';
const SALES = 'date,sales\n2023-01-05,100\n2023-08-05,100\n2024-01-05,300\n2024-03-05,200\n';
const TICKETS = 'ticket_id,priority,closed_at\n1,low,2024-01-02\n2,high,\n3,low,2024-01-05\n4,high,\n';
const INVOICES = 'invoice_id,client,amount\n1,Ann,10\n2,Bob,20\n';
const LOANS = 'loan,interest_rate (%),growth\na,0.25,0.05\nb,0.75,1.2\n';
const MONEY = 'region,amount,currency\nNorth,100,EUR\nSouth,9000,JPY\n';
const TREES = 'tree,height_m,value\na,1.5,3000000\nb,2.5,1000000\nc,3,1\n';
const DAYS = 'date,region,sales\n2024-01-05,N,10\n2024-01-06,N,30\n2024-01-07,S,50\n2024-01-08,S,20\n';
const MEMBERS = 'member,active,fee\nAnn,True,10\nBob,False,20\nCat,,30\nDan,True,40\nEve,,50\nFay,False,60\n';
const RACE = 'runner,rank\nAnn,1\nCat,3\n';
const RUNS =
  'runner,club,finish\nAnn,A,0:43:30\nBob,B,1:02:30\nCat,A,0:50:30\nDan,B,DNF\nEve,B,-\nFay,A,0:44:00\n';

it.each([
  ['people.csv', SURVEY, 'What is the average income of single people?', '**35**'],
  ['people.csv', SURVEY, 'How many A people are there?', '**2**'],
  ['people.csv', SURVEY, 'What is the single highest income?', '**80**'],
  ['orders.csv', LINES, 'How many orders are there?', '**3**'],
  ['orders.csv', LINES, 'Which customer has the most orders?', '**Ann**'],
  ['flights.csv', LINES.replace('order_id', 'flight_no'), 'How many flights are there?', '**7**'],
  ['orders.csv', LINES, 'What share of orders are from Ann?', 'several of which have the same `order_id`'],
  ['orders.csv', LINES, 'How many rows are there?', '**7**'],
  ['orders.csv', LINES, 'What is the average quantity per order?', 'Average quantity by order_id.'],
  [
    'timesheet.csv',
    HOURS,
    'Which employee has the most hours?',
    '**Bob** has the highest total hours: **16 h**',
  ],
  ['timesheet.csv', HOURS, 'Which employee has the highest hours?', '**Ann** has the highest'],
  ['trees.csv', TREES, 'How many trees are taller than 2m?', '**2**'],
  ['trees.csv', TREES, 'How many trees have a value above 2m?', '**1**'],
  ['race.csv', RACE, 'Which runner has the best rank?', 'I do not understand'],
  ['runs.csv', RUNS, 'What is the average finish of club A?', '**46 min**'],
  ['runs.csv', RUNS, 'Which runner was the fastest?', '**Ann**'],
  ['runs.csv', RUNS, 'How many runners have a finish below 45 minutes?', '**2**'],
  [
    'runs.csv',
    RUNS,
    'What is the highest finish?',
    '"DNF" cannot be read as a duration and counts as missing',
  ],
  ['sales.csv', SALES, 'How much did sales grow from 2023 to 2024?', '**150% more**'],
  [
    'sales.csv',
    SALES,
    'How much did sales grow from 2023 to 2024?',
    '`date` is from January 5, 2023 to March 5, 2024.',
  ],
  ['sales.csv', SALES, 'How many sales were there in January?', 'Total sales'],
  ['sales.csv', SALES.replaceAll(',100', ',100.5'), 'How many sales were there in January?', '**2**'],
  ['people.csv', SURVEY, 'US income', '**110**'],
  ['people.csv', SURVEY, 'How many statuses and countries are there?', 'I do not'],
  ['people.csv', SURVEY, 'best country by income', '**US**'],
  ['tickets.csv', TICKETS, 'How many tickets were closed?', '**2**'],
  [
    'invoices.csv',
    INVOICES,
    'How many invoices were paid?',
    'I found no column that says which were paid, so all of them count.',
  ],
  ['loans.csv', LOANS, 'How many loans have an interest rate above 0.5%?', '**1**'],
  ['loans.csv', LOANS, 'How many loans have a growth above 10%?', 'I do not'],
  [
    'money.csv',
    MONEY,
    'What is the total amount?',
    '`currency` has "EUR" and "JPY": values of each are taken together',
  ],
  ['days.csv', DAYS, 'Compare average sales on weekends and weekdays', 'weekends: **40**. weekdays: **15**'],
  ['days.csv', DAYS, 'average sales by weekday and weekend', 'weekend'],
  ['members.csv', MEMBERS, 'How many members are not active?', '`active` has no value in 2 of 6 rows.'],
])('%s, %#: %s%s', async (name, text, question, expected) => {
  const analyst = await openAnalystBatch({ [name]: text });
  const { answer } = await analyst.ask(question);
  expect(answer).toContain(expected);
  expect(answer).not.toContain('can mean more than one thing');
});
