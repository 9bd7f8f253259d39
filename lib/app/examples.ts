/** The bundled tables and the questions offered with them on the start page. */

export interface Example {
  id: string;
  title: string;
  /** File name under `examples/`. */
  file: string;
  /** License and source, shown wherever the table is offered or listed. */
  credit: string;
  tasks: string[];
}

export const EXAMPLES: readonly Example[] = [
  {
    id: 'penguins',
    title: 'Palmer penguins',
    file: 'penguins.csv',
    credit: 'Horst, Hill & Gorman (2020), Palmer Station LTER. CC0-1.0',
    tasks: [
      'Which species is the heaviest on average? Show a plot.',
      'What is the average bill length by species and sex?',
      'Which columns have missing values?',
    ],
  },
  {
    id: 'seattle-weather',
    title: 'Seattle weather 2012–2015',
    file: 'seattle-weather.csv',
    credit: 'NOAA National Centers for Environmental Information. Public domain',
    tasks: [
      'Which year had the most precipitation in total?',
      'Which month is the warmest on average? Show a plot.',
      'What share of days is each weather type?',
    ],
  },
  {
    id: 'global-temp',
    title: 'Global temperature anomalies',
    file: 'global-temp.csv',
    credit: 'NASA Goddard Institute for Space Studies. Public domain',
    tasks: [
      'How has the temperature changed since 1880? Show the trend.',
      'Which were the five warmest years?',
    ],
  },
];
