/** Questions about seattle-weather.csv: extremes, shares, months, spells. */
import type { OwnTask } from './own-task.ts';

const FILES = ['seattle-weather.csv'];
const LOAD = { tool: 'load_table', file: 'seattle-weather.csv', table: 'weather' } as const;
const READ =
  "import pandas as pd\nweather = pd.read_csv('seattle-weather.csv', parse_dates=['date'])\nweather.head()";

export const WEATHER_TASKS: readonly OwnTask[] = [
  {
    id: 'weather-hottest',
    question: 'What is the highest temperature (temp_max) in the table?',
    files: FILES,
    expected: { name: 'highest', value: 35.6, tolerance: 0.05 },
    solution: [READ, 'print(f"@highest[{weather[\'temp_max\'].max()}]")'],
    calls: [LOAD, { tool: 'aggregate', table: 'weather', column: 'temp_max', function: 'max' }],
  },
  {
    id: 'weather-wettest-day',
    question: 'On which day did most precipitation fall? Give the date as YYYY-MM-DD.',
    files: FILES,
    expected: { name: 'date', value: '2015-03-15' },
    solution: [
      READ,
      "day = weather.loc[weather['precipitation'].idxmax(), 'date']\nprint(f'@date[{day:%Y-%m-%d}]')",
    ],
    calls: [LOAD, { tool: 'top_value', table: 'weather', by: 'precipitation', column: 'date' }],
  },
  {
    id: 'weather-wet-share',
    question: 'On what percentage of days did any precipitation fall?',
    files: FILES,
    expected: { name: 'percent', value: 42.64, tolerance: 0.01 },
    solution: [READ, "share = (weather['precipitation'] > 0).mean() * 100\nprint(f'@percent[{share:.2f}]')"],
    calls: [
      LOAD,
      { tool: 'derive_column', table: 'weather', column: 'wet', expression: '(precipitation > 0) * 100' },
      { tool: 'aggregate', table: 'weather', column: 'wet', function: 'mean' },
    ],
  },
  {
    id: 'weather-driest-month',
    question: 'Which month of the year (1 to 12) has the least precipitation in total over all years?',
    files: FILES,
    expected: { name: 'month', value: 7, aliases: ['July'] },
    solution: [
      READ,
      "rain = weather.groupby(weather['date'].dt.month)['precipitation'].sum()\nprint(rain)",
      "print(f'@month[{rain.idxmin()}]')",
    ],
    calls: [
      LOAD,
      {
        tool: 'derive_column',
        table: 'weather',
        column: 'month',
        expression: 'date.str.slice(5, 7).astype("int")',
      },
      {
        tool: 'group_rows',
        table: 'weather',
        by: ['month'],
        column: 'precipitation',
        function: 'sum',
        into: 'rain',
      },
      { tool: 'top_value', table: 'rain', by: 'precipitation', column: 'month', largest: false },
    ],
  },
  {
    id: 'weather-snow',
    question: 'How many days have snow as their kind of weather?',
    files: FILES,
    expected: { name: 'days', value: 26 },
    solution: [READ, "print(f\"@days[{(weather['weather'] == 'snow').sum()}]\")"],
    calls: [
      LOAD,
      { tool: 'filter_rows', table: 'weather', condition: 'weather == "snow"', into: 'snow' },
      { tool: 'count_rows', table: 'snow' },
    ],
  },
  {
    id: 'weather-july-range',
    question: 'What is the mean difference between temp_max and temp_min on July days?',
    files: FILES,
    expected: { name: 'difference', value: 11.8, tolerance: 0.05 },
    solution: [
      READ,
      "july = weather[weather['date'].dt.month == 7]\nprint(f\"@difference[{(july['temp_max'] - july['temp_min']).mean():.2f}]\")",
    ],
    calls: [
      LOAD,
      { tool: 'filter_rows', table: 'weather', condition: 'date.str.slice(5, 7) == "07"', into: 'july' },
      { tool: 'derive_column', table: 'july', column: 'range', expression: 'temp_max - temp_min' },
      { tool: 'aggregate', table: 'july', column: 'range', function: 'mean' },
    ],
  },
  {
    id: 'weather-dry-spell',
    question: 'How many days long is the longest run of days without precipitation?',
    files: FILES,
    expected: { name: 'days', value: 48 },
    solution: [
      READ,
      "dry = weather['precipitation'] == 0\nspell = (dry != dry.shift()).cumsum()\nprint(f'@days[{dry.groupby(spell).sum().max()}]')",
    ],
  },
];
