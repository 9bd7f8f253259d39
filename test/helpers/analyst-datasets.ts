/** Tables as the analyst knows them, and a question's plan over them in one line. */
import type { Column, Dataset } from '../../lib/analyst/dataset.ts';
import type { Intent } from '../../lib/analyst/intent.ts';
import { plainText, understand } from '../../lib/analyst/understand.ts';

export function column(
  name: string,
  kind: Column['kind'],
  unique: number,
  examples: string,
  missing = 0,
): Column {
  const values = examples === '' ? [] : examples.split('|');
  const integer = kind === 'number' && values.every((value) => /^\d+$/.test(value));
  const span = kind === 'date' ? { first: '2012-01-01', last: '2015-12-31' } : null;
  return { name, kind, integer, missing, unique, examples: values, span };
}

export const PENGUINS: Dataset = {
  file: 'penguins.csv',
  rows: 344,
  notes: [],
  columns: [
    column('species', 'text', 3, 'Adelie|Gentoo|Chinstrap'),
    column('island', 'text', 3, 'Biscoe|Dream|Torgersen'),
    column('bill_length_mm', 'number', 164, '41.1|45.2', 2),
    column('bill_depth_mm', 'number', 80, '17.0|18.6', 2),
    column('flipper_length_mm', 'number', 55, '190.0|195.0', 2),
    column('body_mass_g', 'number', 94, '3800.0|3700.0', 2),
    column('sex', 'text', 2, 'male|female', 11),
    column('year', 'number', 3, '2009|2008|2007'),
  ],
};

export const WEATHER: Dataset = {
  file: 'seattle-weather.csv',
  rows: 1461,
  notes: [],
  columns: [
    column('date', 'date', 1461, '2012-01-01|2012-01-02'),
    column('precipitation', 'number', 111, '0.0|0.3'),
    column('temp_max', 'number', 67, '11.1|12.2'),
    column('temp_min', 'number', 55, '7.2|9.4'),
    column('wind', 'number', 79, '3.0|2.6'),
    column('weather', 'text', 5, 'rain|sun|fog|drizzle|snow'),
  ],
};

export const CARS: Dataset = {
  file: 'cars.csv',
  rows: 200,
  notes: [],
  columns: [
    column('plant', 'text', 4, 'Lyon|Turin|Graz|Puebla'),
    column('model', 'text', 5, 'Aster|Birch|Cedar'),
    column('units', 'number', 135, '61|137|238', 13),
    column('Unit Price (EUR)', 'number', 200, '26314.51|21085.01'),
    column('built', 'date', 200, '2022-01-03'),
    column('recalled', 'boolean', 2, 'False|True'),
    column('customerId', 'number', 90, '1001|1002'),
  ],
};

export const SALES: Dataset = {
  file: 'sales.csv',
  rows: 600,
  notes: [],
  columns: [
    column('Order ID', 'number', 600, '10001|10002|10003'),
    column('Order Date', 'date', 600, '2023-01-03 10:00:00'),
    column('Region', 'text', 4, 'North|South|East|West'),
    column('Sales Rep', 'text', 4, 'Anna Bell|Bob Stone'),
    column('Product', 'text', 3, 'Laptop|Phone|Tablet'),
    column('Quantity', 'number', 8, '1|2|3'),
    column('Unit Price', 'number', 590, '1200.5|801.25'),
    column('Discount', 'number', 4, '0.05|0.1|0.2'),
    column('Customer Type', 'text', 2, 'New|Returning'),
    column('Total', 'number', 600, '100.5|2400.25'),
  ],
};

export const VISITS: Dataset = {
  file: 'visits.csv',
  rows: 400,
  notes: [],
  columns: [
    column('patient_id', 'number', 167, '1119|1126|1012'),
    column('age', 'number', 90, '40|41'),
    column('gender', 'text', 2, 'F|M'),
    column('department', 'text', 3, 'Cardiology|IT|Emergency'),
    column('admission_date', 'date', 300, '2022-01-02'),
    column('discharge_date', 'date', 300, '2022-01-05'),
    column('length_of_stay', 'number', 12, '3|4'),
    column('cost', 'number', 380, '2600.5|1286.25'),
    column('readmitted', 'number', 2, '0|1'),
    column('status', 'text', 2, 'OK|FAIL'),
    column('Bedrooms', 'number', 5, '1|2|3'),
    column('Year built', 'number', 80, '1990|2019'),
  ],
};

export const MATCHES: Dataset = {
  file: 'matches.csv',
  rows: 30,
  notes: [],
  columns: [
    column('match', 'number', 30, '1|2|3|4'),
    column('home_team', 'text', 6, 'Lions|Bears'),
    column('home_goals', 'number', 5, '0|1|2'),
    column('away_goals', 'number', 5, '0|1|2'),
  ],
};

export const RENTALS: Dataset = {
  file: 'bike_rentals.csv',
  rows: 1500,
  notes: [],
  columns: [
    column('Rental ID', 'number', 1500, '10000|10001|10002'),
    column('Start time', 'date', 1480, '2024-05-08 11:52:00'),
    column('Station', 'text', 6, 'Old Town|University|Central Park|Harbor'),
    column('Bike type', 'text', 4, 'Standard|E-Bike|Cargo|Kids'),
    column('Duration (min)', 'number', 500, '2.1|98.5', 40),
    column('Distance km', 'number', 900, '0.5|30.25'),
    column('Fare', 'number', 700, '1.05|1250.0'),
    column('Member', 'text', 2, 'yes|no'),
    column('Rating', 'number', 5, '1.0|5.0', 60),
  ],
};

/** One line that says what an intent computes. */
function summarize(intent: Intent): string {
  const filters = intent.filters.map(({ label }) => label).join(' & ');
  const where = filters ? ` where ${filters}` : '';
  return `${intent.kind}: ${`${describeParts(intent)}${where}`.trim()}`.trim();
}

function describeParts(intent: Intent): string {
  switch (intent.kind) {
    case 'groups': {
      const groups = intent.groups.map(({ column: name, grain }) => (grain ? `${name}/${grain}` : name));
      const figure = intent.percentile === null ? intent.aggregate : `p${intent.percentile}`;
      const end = [intent.order, intent.limit].filter((part) => part !== null).join(' ');
      return `${figure} ${intent.measures.join(',') || 'rows'} by ${groups.join(',')} ${end}`.trim();
    }
    case 'summary':
      return `${intent.percentile === null ? intent.aggregates.join(',') : `p${intent.percentile}`} ${intent.measures.join(',')}`;
    case 'rows':
      return `${intent.measure} ${intent.order} ${intent.limit}`;
    case 'distinct':
      return intent.target;
    case 'share': {
      const part = intent.part.map(({ label }) => label).join(' & ') || (intent.measure ?? 'rows');
      return `${part}${intent.group ? ` by ${intent.group.grain ?? intent.group.column}` : ''}`;
    }
    case 'correlation':
      return `${intent.measures.join(',') || 'all'}${intent.group ? ` by ${intent.group}` : ''}`;
    case 'distribution':
      return `${intent.measure}${intent.group ? ` by ${intent.group}` : ''}`;
    case 'trend':
      return `${intent.aggregate} ${intent.measure ?? 'rows'} by ${intent.time.grain ?? intent.time.column}${intent.split ? ` for ${intent.split}` : ''}`;
    case 'outliers':
      return intent.measures.join(',');
    case 'missing':
      return intent.columns.join(',');
    case 'sample':
      return `${intent.end} ${intent.limit}`;
    case 'dates':
      return [`${intent.column} ${intent.ends.join(',')}`, intent.group?.column].filter(Boolean).join(' by ');
    case 'unclear':
      return describeUnknown(intent.unknownGroup);
    default:
      return '';
  }
}

function describeUnknown(noun: string | null): string {
  return noun === null ? '' : `no ${noun}`;
}

export function plan(table: Dataset, questions: readonly string[]): string {
  const [question = '', ...before] = questions.map((text) => plainText(text, table.file)).toReversed();
  const { intent } = understand(table, question, before.toReversed());
  return summarize(intent);
}
