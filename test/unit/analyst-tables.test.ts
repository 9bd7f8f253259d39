/** Questions over tables whose names overlap: orders, hospital visits, matches, plants under many names. */
import { describe, expect, it } from 'vitest';
import { readQuestion } from '../../lib/analyst/read-reading.ts';
import { CARS, column, MATCHES, plan, SALES, VISITS } from '../helpers/analyst-datasets.ts';

describe('sales', () => {
  it.each([
    ['What are the total sales?', 'summary: sum Total'],
    ['Which region has the highest total sales?', 'groups: sum Total by Region desc'],
    ['What is the average order value?', 'summary: mean Total'],
    ['What is the average revenue per order?', 'summary: mean Total'],
    ['Which product sells the most?', 'groups: sum Total by Product desc'],
    ["What's our best selling product?", 'groups: sum Total by Product desc'],
    ['Who is the best sales rep?', 'groups: sum Total by Sales Rep desc'],
    [
      'Who sold the most in December 2023?',
      'groups: sum Total by Sales Rep desc where in December & in 2023',
    ],
    ['Who sold the fewest units?', 'groups: sum Quantity by Sales Rep asc'],
    ['What was the biggest single order?', 'rows: Total desc 1'],
    ['top 5 orders', 'rows: Total desc 5'],
    [
      'How many laptops were sold in the North?',
      'summary: sum Quantity where Region is North & Product is Laptop',
    ],
    [
      'how many phones did Anna Bell sell?',
      'summary: sum Quantity where Sales Rep is Anna Bell & Product is Phone',
    ],
    ['How many units were sold in total?', 'summary: sum Quantity'],
    ['average unit price', 'summary: mean Unit Price'],
    ['total quantity by product', 'groups: sum Quantity by Product'],
    ['average quantity and total per region', 'groups: mean Quantity,Total by Region'],
    [
      'Compare sales of new and returning customers',
      'groups: sum Total by Customer Type where Customer Type is New or Returning',
    ],
    ['How many customers are new?', 'count: where Customer Type is New'],
    ['What time of day do most orders come in?', 'groups: count rows by Order Date/hour desc'],
    ['What is the busiest hour of the day?', 'groups: count rows by Order Date/hour desc'],
    ['How many orders have a discount of more than 10%?', 'count: where Discount > 0.1'],
    ['how many orders over $5,000?', 'count: where Total > 5000'],
    ['What was our revenue last month?', 'summary: sum,mean Total where in the last month of the data'],
    ['revenue in the last 3 months', 'summary: sum,mean Total where in the last 3 months of the data'],
    ['sales in Q1 and Q2', 'groups: sum Total by Order Date/quarter where in Q1 or in Q2'],
    ['How many orders per month on average?', 'unclear:'],
    ['How many orders per month?', 'groups: count rows by Order Date/month'],
    ['How much rain in March?', 'unclear: where in March'],
    ['conversion rate from click to purchase', 'unclear:'],
    ['price per square metre by region', 'unclear:'],
  ])('%s', (question, expected) => {
    expect(plan(SALES, [question])).toBe(expected);
  });
});

describe('visits', () => {
  it.each([
    ['How many patients are there?', 'distinct: patient_id'],
    ['How many patients over 80?', 'distinct: patient_id where age > 80'],
    ['Which patient visited the most often?', 'groups: count rows by patient_id desc'],
    ['How many patients came more than once?', 'unclear:'],
    ['Which department has the highest readmission rate?', 'share: readmitted is 1 by department'],
    ['What is the failure rate by department?', 'share: status is FAIL by department'],
    ['How many visits failed?', 'count: where status is FAIL'],
    ['average age in IT', 'summary: mean age where department is IT'],
    ['What is the average age when the status is FAIL?', 'summary: mean age where status is FAIL'],
    ['average cost with more than 3 bedrooms', 'summary: mean cost where Bedrooms > 3'],
    ['Median cost by number of bedrooms', 'groups: median cost by Bedrooms'],
    ['How many were built after 1990?', 'count: where after 1990'],
    ['How many discharges per month?', 'groups: count rows by discharge_date/month'],
    ['Do older patients cost more?', 'correlation: age,cost'],
    ['average age vs average cost', 'summary: mean age,cost'],
    [
      'is there a difference in cost between men and women?',
      'groups: mean cost by gender where gender is M or F',
    ],
    ['average cost per day of stay', 'unclear:'],
    ['What percentage of visits were won by the department?', 'unclear:'],
  ])('%s', (question, expected) => {
    expect(plan(VISITS, [question])).toBe(expected);
  });
});

describe('columns that fit alike, and none that fits', () => {
  it.each([
    ['How many goals were scored in total?', 'summary: sum home_goals,away_goals'],
    ['How many goals did the Lions score at home?', 'summary: sum home_goals where home_team is Lions'],
    ['average goals per match', 'summary: mean home_goals,away_goals'],
    ['Which home team has the most matches?', 'groups: count rows by home_team desc'],
    ['Which plant makes the most goals on average?', 'unclear: no plant'],
  ])('%s', (question, expected) => {
    expect(plan(MATCHES, [question])).toBe(expected);
  });

  it.each([
    [['plant_name', 'num_units', 'unit_price'], 'mean num_units by plant_name'],
    [['Factory', 'Units Produced', 'Price'], 'mean Units Produced by Factory'],
    [['Plant Location', 'Units made', 'Cost per unit'], 'mean Units made by Plant Location'],
    [['site', 'output', 'price'], 'mean output by site'],
    [['manufacturing_plant', 'production_volume', 'msrp'], 'mean production_volume by manufacturing_plant'],
  ])('finds plants and units in %j', ([plant = '', units = '', price = ''], expected) => {
    const columns = [
      column(plant, 'text', 4, 'Lyon|Turin'),
      column('model_id', 'text', 3, 'Aster|Birch'),
      column(units, 'number', 100, '61|137', 13),
      column(price, 'number', 200, '26314.51|21085.01'),
      column('year_built', 'number', 2, '2022|2023'),
    ];
    const question = 'Which plant makes the most units on average? Show a plot.';
    expect(plan({ ...CARS, columns }, [question])).toBe(`groups: ${expected} desc`);
  });

  it('says which condition of a count it could not apply', () => {
    const { assumptions } = readQuestion('How many matches ended early?', MATCHES);
    expect(assumptions).toEqual([
      'Nothing in the table matches "ended", "early", so this was not taken into account.',
    ]);
  });
});

it('keeps the year when a follow-up asks for another quarter', () => {
  expect(plan(SALES, ['total revenue in Q1 2024', 'what about Q2?'])).toBe(
    'summary: sum Total where in 2024 & in Q2',
  );
});
