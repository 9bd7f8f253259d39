/** Questions about small made-up tables: a join, returned goods, missing marks, mixed units, a gap. */
import type { OwnTask } from './own-task.ts';

const ORDERS = { tool: 'load_table', file: 'orders.csv', table: 'orders' } as const;
const EXAMS = { tool: 'load_table', file: 'exams.csv', table: 'exams' } as const;
const SENSORS = { tool: 'load_table', file: 'sensors.csv', table: 'sensors' } as const;
const PAID = { tool: 'filter_rows', table: 'orders', condition: 'status == "paid"', into: 'paid' } as const;
const REVENUE = {
  tool: 'derive_column',
  table: 'paid',
  column: 'revenue',
  expression: 'quantity * unit_price',
} as const;
const READ_ORDERS =
  "import pandas as pd\norders = pd.read_csv('orders.csv')\norders['revenue'] = orders['quantity'] * orders['unit_price']\npaid = orders[orders['status'] == 'paid']\norders.head()";
const READ_EXAMS = "import pandas as pd\nexams = pd.read_csv('exams.csv')\nexams.describe(include='all')";
const READ_SENSORS =
  "import pandas as pd\nsensors = pd.read_csv('sensors.csv', parse_dates=['time'])\nsensors.head()";

export const TRADE_TASKS: readonly OwnTask[] = [
  {
    id: 'orders-revenue',
    question: 'What is the revenue (quantity times unit_price) of all orders that were paid?',
    files: ['orders.csv'],
    expected: { name: 'revenue', value: 10698.7, tolerance: 0.05 },
    solution: [READ_ORDERS, 'print(f"@revenue[{paid[\'revenue\'].sum():.2f}]")'],
    calls: [ORDERS, PAID, REVENUE, { tool: 'aggregate', table: 'paid', column: 'revenue', function: 'sum' }],
  },
  {
    id: 'orders-region',
    question:
      'Customers live in regions. Which region brought the highest revenue (quantity times unit_price) from paid orders?',
    files: ['orders.csv', 'customers.csv'],
    expected: { name: 'region', value: 'South', others: ['North', 'East', 'West'] },
    solution: [
      READ_ORDERS,
      "customers = pd.read_csv('customers.csv')\nregions = paid.merge(customers, on='customer_id').groupby('region')['revenue'].sum()\nprint(regions)\nprint(f'@region[{regions.idxmax()}]')",
    ],
    calls: [
      ORDERS,
      { tool: 'load_table', file: 'customers.csv', table: 'customers' },
      PAID,
      REVENUE,
      { tool: 'join_tables', left: 'paid', right: 'customers', on: 'customer_id', into: 'joined' },
      {
        tool: 'group_rows',
        table: 'joined',
        by: ['region'],
        column: 'revenue',
        function: 'sum',
        into: 'regions',
      },
      { tool: 'top_value', table: 'regions', by: 'revenue', column: 'region' },
    ],
  },
  {
    id: 'orders-returned',
    question: 'What percentage of the orders was returned?',
    files: ['orders.csv'],
    expected: { name: 'percent', value: 30, tolerance: 0.05 },
    solution: [READ_ORDERS, "print(f\"@percent[{(orders['status'] == 'returned').mean() * 100:.1f}]\")"],
    calls: [
      ORDERS,
      { tool: 'derive_column', table: 'orders', column: 'back', expression: '(status == "returned") * 100' },
      { tool: 'aggregate', table: 'orders', column: 'back', function: 'mean' },
    ],
  },
  {
    id: 'orders-product',
    question: 'Of which product was the greatest quantity ordered, returned orders included?',
    files: ['orders.csv'],
    expected: { name: 'product', value: 'desk', others: ['rug', 'shelf', 'lamp', 'chair'] },
    solution: [
      READ_ORDERS,
      "products = orders.groupby('product')['quantity'].sum()\nprint(products)\nprint(f'@product[{products.idxmax()}]')",
    ],
    calls: [
      ORDERS,
      {
        tool: 'group_rows',
        table: 'orders',
        by: ['product'],
        column: 'quantity',
        function: 'sum',
        into: 'products',
      },
      { tool: 'top_value', table: 'products', by: 'quantity', column: 'product' },
    ],
  },
  {
    id: 'exams-mean',
    question: 'What is the mean mark in maths? Leave out students without one.',
    files: ['exams.csv'],
    expected: { name: 'mean', value: 64.39, tolerance: 0.01 },
    solution: [READ_EXAMS, 'print(f"@mean[{exams[\'maths\'].mean():.2f}]")'],
    calls: [EXAMS, { tool: 'aggregate', table: 'exams', column: 'maths', function: 'mean' }],
  },
  {
    id: 'exams-class',
    question: 'Which class has the lowest mean mark in maths?',
    files: ['exams.csv'],
    expected: { name: 'class', value: 'C', others: ['A', 'B'] },
    solution: [
      READ_EXAMS,
      "means = exams.groupby('class')['maths'].mean()\nprint(means)\nprint(f'@class[{means.idxmin()}]')",
    ],
    calls: [
      EXAMS,
      { tool: 'group_rows', table: 'exams', by: ['class'], column: 'maths', function: 'mean', into: 'means' },
      { tool: 'top_value', table: 'means', by: 'maths', column: 'class', largest: false },
    ],
  },
  {
    id: 'exams-better-reading',
    question:
      'How many students have a higher mark in reading than in maths? Leave out those who miss one of the marks.',
    files: ['exams.csv'],
    expected: { name: 'students', value: 17 },
    solution: [READ_EXAMS, "print(f\"@students[{(exams['reading'] > exams['maths']).sum()}]\")"],
    calls: [
      EXAMS,
      { tool: 'filter_rows', table: 'exams', condition: 'reading > maths', into: 'better' },
      { tool: 'count_rows', table: 'better' },
    ],
  },
  {
    id: 'sensors-mean',
    question: 'Readings are in °C or °F, as the column unit says. What is the mean temperature in °C?',
    files: ['sensors.csv'],
    expected: { name: 'mean', value: 12.36, tolerance: 0.01 },
    solution: [
      READ_SENSORS,
      "celsius = sensors['reading'].where(sensors['unit'] == 'C', (sensors['reading'] - 32) * 5 / 9)\nprint(f'@mean[{celsius.mean():.2f}]')",
    ],
    calls: [
      SENSORS,
      {
        tool: 'derive_column',
        table: 'sensors',
        column: 'celsius',
        expression: 'reading.where(unit == "C", (reading - 32) * 5 / 9)',
      },
      { tool: 'aggregate', table: 'sensors', column: 'celsius', function: 'mean' },
    ],
  },
  {
    id: 'sensors-gap',
    question: 'How many hours is the longest time between two readings that follow one another?',
    files: ['sensors.csv'],
    expected: { name: 'hours', value: 6 },
    solution: [
      READ_SENSORS,
      "gap = sensors['time'].sort_values().diff().max()\nprint(f'@hours[{gap.total_seconds() / 3600:.0f}]')",
    ],
  },
];
