import { describe, expect, it } from 'vitest';
import type { Dataset } from '../../lib/analyst/dataset.ts';
import { readQuestion } from '../../lib/analyst/read-reading.ts';
import { CARS, column, PENGUINS, plan, WEATHER } from '../helpers/analyst-datasets.ts';

describe('penguins', () => {
  it.each([
    ['What is the average body mass of each species?', 'groups: mean body_mass_g by species'],
    ['Which species is heaviest on average? Show a plot.', 'groups: mean body_mass_g by species desc'],
    ['what is the heaviest species', 'groups: mean body_mass_g by species desc'],
    ['mean flipper length per island', 'groups: mean flipper_length_mm by island'],
    ['How many penguins are there per island?', 'groups: count rows by island'],
    ['Which island has the most penguins?', 'groups: count rows by island desc'],
    ['Which island has the fewest penguins?', 'groups: count rows by island asc'],
    ['How many species are there?', 'distinct: species'],
    ['What islands are there?', 'distinct: island'],
    ['number of different species per island', 'groups: nunique species by island'],
    ['How many penguins are there?', 'count:'],
    ['How many female Adelie penguins are there?', 'count: where species is Adelie & sex is female'],
    ['How many penguins are heavier than 5,000?', 'count: where body_mass_g > 5000'],
    [
      'How many penguins weigh between 3000 and 4000 grams?',
      'count: where body_mass_g between 3000 and 4000',
    ],
    ['penguins with bill length of at least 50 mm', 'count: where bill_length_mm >= 50'],
    ['What share of penguins are female?', 'share: sex is female'],
    ['What percentage of Gentoo penguins are male?', 'share: sex is male where species is Gentoo'],
    ['share of each species', 'share: rows by species'],
    [
      'correlation between bill length and depth, overall and per species',
      'correlation: bill_length_mm,bill_depth_mm by species',
    ],
    ['Is flipper length related to body mass?', 'correlation: flipper_length_mm,body_mass_g'],
    ['scatter plot of flipper length vs body mass', 'correlation: flipper_length_mm,body_mass_g'],
    ['Which columns are correlated?', 'correlation: all'],
    [
      'Is there a relationship between species and flipper length?',
      'groups: mean flipper_length_mm by species',
    ],
    ['Show the distribution of flipper length', 'distribution: flipper_length_mm'],
    ['histogram of body mass', 'distribution: body_mass_g'],
    ['box plot of body mass by species', 'distribution: body_mass_g by species'],
    ['Are there any missing values?', 'missing:'],
    ['Any duplicate rows?', 'duplicates:'],
    ['Are there outliers in body mass?', 'outliers: body_mass_g'],
    ['top 5 heaviest penguins', 'rows: body_mass_g desc 5'],
    ['Which penguin has the longest flippers?', 'rows: flipper_length_mm desc 1'],
    ['lightest female', 'rows: body_mass_g asc 1 where sex is female'],
    ['What is in this file?', 'overview:'],
    ['describe the data', 'overview:'],
    ['what columns are there?', 'overview:'],
    [
      'Compare Adelie and Gentoo body mass',
      'groups: mean body_mass_g by species where species is Adelie or Gentoo',
    ],
    ['Do males weigh more than females?', 'groups: mean body_mass_g by sex where sex is male or female'],
    ['median flipper length in 2008', 'summary: median flipper_length_mm where in 2008'],
    ['standard deviation of bill length', 'summary: std bill_length_mm'],
    ['90th percentile of body mass', 'summary: p0.9 body_mass_g'],
    ['mean and median body mass', 'summary: mean,median body_mass_g'],
    ['how much does an Adelie weigh?', 'summary: mean,median body_mass_g where species is Adelie'],
    ['average body mass excluding Gentoo', 'summary: mean body_mass_g where species is not Gentoo'],
    ['average body mass by species and sex', 'groups: mean body_mass_g by species,sex'],
    ['How has body mass changed over the years?', 'trend: mean body_mass_g by year'],
    ['range of flipper length per island', 'groups: range flipper_length_mm by island'],
    ['Which species is most common?', 'groups: count rows by species desc'],
    ['Who won the world cup?', 'unclear:'],
    ['Predict the body mass of a penguin with 200 mm flippers', 'unclear:'],
  ])('%s', (question, expected) => {
    expect(plan(PENGUINS, [question])).toBe(expected);
  });
});

describe('daily weather', () => {
  it.each([
    ['Which year had the most rain?', 'groups: sum precipitation by date/year desc'],
    ['Which weather type is most common?', 'groups: count rows by weather desc'],
    ['What share of days had rain?', 'share: weather is rain'],
    ['What share of days had precipitation above 0?', 'share: precipitation > 0'],
    ['What is the warmest month on average?', 'groups: mean temp_max by date/calendar-month desc'],
    ['What was the coldest month on average?', 'groups: mean temp_min by date/calendar-month asc'],
    ['Which day was hottest?', 'rows: temp_max desc 1'],
    ['the 3 windiest days', 'rows: wind desc 3'],
    ['How many days were above 30 degrees?', 'count: where temp_max > 30'],
    ['How many rainy days per month?', 'groups: count rows by date/month where weather is rain'],
    ['How much rain fell in 2013?', 'summary: sum,mean precipitation where in 2013'],
    ['maximum temperature in July 2015', 'rows: temp_max desc 1 where in July & in 2015'],
    ['compare 2012 and 2015 rainfall', 'groups: sum precipitation by date/year where in 2012 or in 2015'],
    ['average temp_max by weekday', 'groups: mean temp_max by date/weekday'],
    ['Is there a trend in wind over time?', 'trend: mean wind by month'],
    ['growth of precipitation by year', 'trend: sum precipitation by year'],
    ['Plot the monthly average temperature', 'groups: mean temp_max by date/month'],
    ['correlation between wind and rain', 'correlation: wind,precipitation'],
    ['total precipitation by year and weather', 'groups: sum precipitation by date/year,weather'],
    ['average wind since 2014-06-01', 'summary: mean wind where since 2014-06-01'],
    ['average wind in summer', 'summary: mean wind where in summer'],
    ['What was the longest dry spell?', 'unclear:'],
  ])('%s', (question, expected) => {
    expect(plan(WEATHER, [question])).toBe(expected);
  });
});

describe('cars', () => {
  it.each([
    ['Which plant makes the most units on average? Show a plot.', 'groups: mean units by plant desc'],
    ['Which plant makes the most units?', 'groups: sum units by plant desc'],
    ['How many units did each plant make?', 'groups: sum units by plant'],
    ['total units', 'summary: sum units'],
    ['average units over 12 months', 'summary: mean units'],
    ['What is the most expensive car?', 'rows: Unit Price (EUR) desc 1'],
    ['average cost per model', 'groups: mean Unit Price (EUR) by model'],
    ['Which model is cheapest in Lyon?', 'groups: mean Unit Price (EUR) by model asc where plant is Lyon'],
    ['top 3 models by units', 'groups: sum units by model desc 3'],
    ['bottom 2 plants by price', 'groups: mean Unit Price (EUR) by plant asc 2'],
    ['how many cars were built in March 2022', 'count: where in March & in 2022'],
    ['units per quarter', 'groups: sum units by built/quarter'],
    ['What percentage of units comes from each plant?', 'share: units by plant'],
    ['How many cars were recalled?', 'count: where recalled is True'],
    ['What percentage of cars were recalled per plant?', 'share: recalled is True by plant'],
    ['total profit by plant', 'unclear:'],
    ['average units of recalled cars', 'summary: mean units where recalled is True'],
    ['units in Q2 2022', 'summary: sum,mean units where in Q2 & in 2022'],
    ['customers with more than 10 complaints', 'unclear:'],
    ['How has it changed over time?', 'unclear:'],
  ])('%s', (question, expected) => {
    expect(plan(CARS, [question])).toBe(expected);
  });
});

describe('follow-ups', () => {
  it.each([
    [['average body mass by species', 'and by island?'], 'groups: mean body_mass_g by island'],
    [['average body mass by species', 'what about the minimum?'], 'groups: min body_mass_g by species asc'],
    [['average body mass by species', 'and by island?', 'plot it'], 'groups: mean body_mass_g by island'],
    [
      ['average body mass by species', 'only for females'],
      'groups: mean body_mass_g by species where sex is female',
    ],
    [['average body mass in 2007', 'and in 2008?'], 'summary: mean body_mass_g where in 2008'],
    [['average body mass by species', 'and flipper length?'], 'groups: mean flipper_length_mm by species'],
    [['average body mass by species', 'What is in this file?'], 'overview:'],
    [['average body mass by species', 'How many islands are there?'], 'distinct: island'],
  ])('%j', (questions, expected) => {
    expect(plan(PENGUINS, questions)).toBe(expected);
  });
});

it('writes names of columns and values as safe Python literals', () => {
  const odd: Dataset = {
    ...PENGUINS,
    columns: [column('na"me\\', 'text', 2, 'O\'Brien "x"|Éva'), column('v', 'number', 50, '1|2')],
  };
  const [filter] = readQuestion('how many for O\'Brien "x"', odd).filters;
  expect(filter?.write('df')).toBe('df["na\\"me\\\\"] == "O\'Brien \\"x\\""');
});
