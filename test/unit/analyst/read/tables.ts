/** Tables of different fields, as the kernel describes them. */
import type { Column, ColumnType, Table } from '../../../../lib/analyst/query/query.ts';

interface Facts {
  readonly values?: string;
  readonly unique?: number;
  readonly span?: string;
  readonly unit?: string;
  readonly isInteger?: boolean;
}

export function column(name: string, type: ColumnType, facts: Facts = {}): Column {
  const values = facts.values?.split('|') ?? [];
  const [first = '', last = ''] = facts.span?.split('..') ?? [];
  return {
    name,
    type,
    isInteger: facts.isInteger ?? false,
    missing: 0,
    unique: facts.unique ?? values.length,
    values,
    span: facts.span ? { first, last } : null,
    unit: facts.unit ?? null,
  };
}

export const ORDERS: Table = {
  name: 'orders',
  file: 'orders.csv',
  rows: 1200,
  columns: [
    column('order_id', 'number', { unique: 1200, isInteger: true, span: '1..1200' }),
    column('order_date', 'date', { unique: 400, span: '2022-01-03..2023-12-30' }),
    column('ship_date', 'date', { unique: 410, span: '2022-01-05..2024-01-08' }),
    column('customer', 'text', { unique: 180, values: 'Alba Ltd|Borg AG|Cato Inc' }),
    column('region', 'text', { values: 'North|South|East|West' }),
    column('city', 'text', { values: 'Berlin|Hamburg|Paris|The Hague' }),
    column('product', 'text', { values: 'Laptop|Phone|Tablet|Desk lamp' }),
    column('quantity', 'number', { unique: 12, isInteger: true, span: '1..12' }),
    column('unit_price', 'number', { unique: 300, span: '4.5..1900', unit: '€' }),
    column('revenue', 'number', { unique: 1100, span: '5..9000', unit: '€' }),
    column('discount', 'number', { unique: 5, span: '0..0.4' }),
    column('returned', 'boolean', { values: 'False|True' }),
  ],
};

export const PENGUINS: Table = {
  name: 'penguins',
  file: 'penguins.csv',
  rows: 344,
  columns: [
    column('species', 'text', { values: 'Adelie|Gentoo|Chinstrap' }),
    column('island', 'text', { values: 'Biscoe|Dream|Torgersen' }),
    column('bill_length_mm', 'number', { unique: 164, span: '32.1..59.6' }),
    column('flipper_length_mm', 'number', { unique: 55, span: '172..231' }),
    column('body_mass_g', 'number', { unique: 94, span: '2700..6300' }),
    column('sex', 'text', { values: 'male|female' }),
    column('year', 'number', { unique: 3, isInteger: true, span: '2007..2009' }),
  ],
};

export const WEATHER: Table = {
  name: 'weather',
  file: 'weather-stations.csv',
  rows: 4000,
  columns: [
    column('station', 'text', { values: 'Alpha|Bravo|Coast|Delta' }),
    column('timestamp', 'date', { unique: 2000, span: '2019-01-01..2023-12-31' }),
    column('rainfall', 'number', { unique: 300, span: '0..80', unit: 'mm' }),
    column('temperature', 'number', { unique: 400, span: '-12..38', unit: '°C' }),
    column('wind speed (km/h)', 'number', { unique: 120, span: '0..110' }),
    column('humidity', 'number', { unique: 90, span: '10..100', unit: '%' }),
  ],
};

export const STAFF: Table = {
  name: 'staff',
  file: 'staff.xlsx',
  rows: 250,
  columns: [
    column('EmployeeName', 'text', { unique: 250, values: 'Ann Lee|Bob Roy' }),
    column('Department', 'text', { values: 'Sales|IT|Legal|Finance' }),
    column('Gender', 'text', { values: 'F|M' }),
    column('Age', 'number', { unique: 45, isInteger: true, span: '19..66' }),
    column('Annual Salary (USD)', 'number', { unique: 220, span: '28000..190000' }),
    column('Hire Date', 'date', { unique: 240, span: '2001-02-01..2023-11-20' }),
    column('Remote', 'text', { values: 'Yes|No' }),
  ],
};

export const TRIPS: Table = {
  name: 'trips',
  file: 'bike_trips.parquet',
  rows: 9000,
  columns: [
    column('trip_id', 'number', { unique: 9000, isInteger: true, span: '1..9000' }),
    column('started_at', 'date', { unique: 8000, span: '2023-03-01..2023-06-30' }),
    column('ended_at', 'date', { unique: 8100, span: '2023-03-01..2023-07-01' }),
    column('origin', 'text', { values: 'Airport|Harbor|Museum' }),
    column('destination', 'text', { values: 'Airport|Harbor|Museum' }),
    column('distance_km', 'number', { unique: 700, span: '0.2..40' }),
    column('cost', 'number', { unique: 500, span: '0..60', unit: '€' }),
    column('bike_type', 'text', { values: 'electric|classic' }),
    column('member', 'boolean', { values: 'True|False' }),
  ],
};

export const VISITS: Table = {
  name: 'visits',
  file: 'visits.csv',
  rows: 203,
  columns: [
    column('visit_id', 'text', { unique: 200, values: 'V1|V2|V3' }),
    column('visit_date', 'date', { unique: 90, span: '2024-01-05..2024-06-28' }),
    column('patient_id', 'text', { unique: 80, values: 'P1|P2|P3' }),
    column('department', 'text', { values: 'General|Skin|Eye' }),
    column('doctor', 'text', { values: 'Dr Osei|Dr Patel|Dr Moreau' }),
    column('wait_minutes', 'number', { unique: 60, isInteger: true, span: '0..95' }),
    column('fee', 'number', { unique: 12, span: '20..180.5' }),
    column('spend', 'number', { unique: 150, span: '0..99.5' }),
    column('rate', 'number', { unique: 40, span: '0.5..3.5' }),
    column('insured', 'text', { values: 'yes|no' }),
  ],
};

export const SHOPS: readonly Table[] = [
  {
    name: 'sales',
    file: 'sales.csv',
    rows: 5000,
    columns: [
      column('shop_id', 'number', { unique: 40, isInteger: true, span: '1..40' }),
      column('date', 'date', { unique: 300, span: '2023-01-01..2023-12-31' }),
      column('amount', 'number', { unique: 3000, span: '1..900' }),
    ],
  },
  {
    name: 'shops',
    file: 'shops.csv',
    rows: 40,
    columns: [
      column('shop_id', 'number', { unique: 40, isInteger: true, span: '1..40' }),
      column('country', 'text', { values: 'France|Spain|Italy' }),
      column('floor area', 'number', { unique: 38, span: '40..900' }),
    ],
  },
];

/** The table with its columns under other names, and a way back for what is read from it. */
export function renameColumns(
  table: Table,
  rename: (name: string) => string,
): { table: Table; restore: (json: string) => string } {
  const columns = table.columns.map((one) => ({ ...one, name: rename(one.name) }));
  const restore = (json: string) =>
    table.columns.reduce((text, { name }) => text.replaceAll(rename(name), name), json);
  return { table: { ...table, columns }, restore };
}

/** The table with further columns, so many in all. */
export function toWideTable(table: Table, count: number): Table {
  const more = Array.from({ length: count - table.columns.length }, (_, index) =>
    column(`measurement_${index}_value`, 'number', { unique: 200, span: '0..100' }),
  );
  return { ...table, columns: [...table.columns, ...more] };
}
