/** Questions about global-temp.csv: extremes, decades, a trend. */
import type { OwnTask } from './own-task.ts';

const FILES = ['global-temp.csv'];
const LOAD = { tool: 'load_table', file: 'global-temp.csv', table: 'globe' } as const;
const READ = "import pandas as pd\nglobe = pd.read_csv('global-temp.csv')\nglobe.tail()";

export const CLIMATE_TASKS: readonly OwnTask[] = [
  {
    id: 'climate-warmest-year',
    question: 'Which year is the warmest?',
    files: FILES,
    expected: { name: 'year', value: 2023 },
    solution: [READ, "print(f\"@year[{globe.loc[globe['temp'].idxmax(), 'year']}]\")"],
    calls: [LOAD, { tool: 'top_value', table: 'globe', by: 'temp', column: 'year' }],
  },
  {
    id: 'climate-decade',
    question: 'What is the mean temperature anomaly of the years 2010 to 2019?',
    files: FILES,
    expected: { name: 'mean', value: 0.806, tolerance: 0.001 },
    solution: [
      READ,
      "part = globe[globe['year'].between(2010, 2019)]\nprint(f\"@mean[{part['temp'].mean():.3f}]\")",
    ],
    calls: [
      LOAD,
      { tool: 'filter_rows', table: 'globe', condition: '2010 <= year <= 2019', into: 'part' },
      { tool: 'aggregate', table: 'part', column: 'temp', function: 'mean' },
    ],
  },
  {
    id: 'climate-trend',
    question:
      'By how many degrees a decade has the temperature risen since 1980, by a least-squares line through the years 1980 and later?',
    files: FILES,
    expected: { name: 'slope', value: 0.195, tolerance: 0.001 },
    solution: [
      READ,
      "import numpy as np\nrecent = globe[globe['year'] >= 1980]\nslope, _ = np.polyfit(recent['year'], recent['temp'], 1)\nprint(f'@slope[{slope * 10:.3f}]')",
    ],
  },
  {
    id: 'climate-first-half-degree',
    question: 'In which year was the anomaly above 0.5 for the first time?',
    files: FILES,
    expected: { name: 'year', value: 1998 },
    solution: [READ, "print(f\"@year[{globe.loc[globe['temp'] > 0.5, 'year'].min()}]\")"],
    calls: [
      LOAD,
      { tool: 'filter_rows', table: 'globe', condition: 'temp > 0.5', into: 'warm' },
      { tool: 'aggregate', table: 'warm', column: 'year', function: 'min' },
    ],
  },
];
