/** Questions about penguins.csv: counts, means, a paradox, missing values. */
import type { OwnTask } from './own-task.ts';

const FILES = ['penguins.csv'];
const LOAD = { tool: 'load_table', file: 'penguins.csv', table: 'penguins' } as const;
const READ = "import pandas as pd\npenguins = pd.read_csv('penguins.csv')\npenguins.head()";
const SPECIES = ['Adelie', 'Chinstrap', 'Gentoo'];
const except = (value: string) => SPECIES.filter((each) => each !== value);

export const PENGUIN_TASKS: readonly OwnTask[] = [
  {
    id: 'penguins-count',
    question: 'How many Gentoo penguins are in the table?',
    files: FILES,
    expected: { name: 'count', value: 124 },
    solution: [READ, "n = (penguins['species'] == 'Gentoo').sum()\nprint(f'@count[{n}]')"],
    calls: [
      LOAD,
      { tool: 'filter_rows', table: 'penguins', condition: 'species == "Gentoo"', into: 'gentoo' },
      { tool: 'count_rows', table: 'gentoo' },
    ],
  },
  {
    id: 'penguins-mean-mass',
    question: 'What is the mean body mass of Chinstrap penguins, in grams?',
    files: FILES,
    expected: { name: 'mean_mass', value: 3733.09, tolerance: 0.01 },
    solution: [
      READ,
      "mean = penguins.loc[penguins['species'] == 'Chinstrap', 'body_mass_g'].mean()\nprint(f'@mean_mass[{mean:.2f}]')",
    ],
    calls: [
      LOAD,
      { tool: 'filter_rows', table: 'penguins', condition: 'species == "Chinstrap"', into: 'chinstrap' },
      { tool: 'aggregate', table: 'chinstrap', column: 'body_mass_g', function: 'mean' },
    ],
  },
  {
    id: 'penguins-heaviest',
    question: 'Which species is the heaviest on average?',
    files: FILES,
    expected: { name: 'species', value: 'Gentoo', others: except('Gentoo') },
    solution: [
      READ,
      "means = penguins.groupby('species')['body_mass_g'].mean()\nprint(means)",
      "print(f'@species[{means.idxmax()}]')",
    ],
    calls: [
      LOAD,
      {
        tool: 'group_rows',
        table: 'penguins',
        by: ['species'],
        column: 'body_mass_g',
        function: 'mean',
        into: 'means',
      },
      { tool: 'top_value', table: 'means', by: 'body_mass_g', column: 'species' },
    ],
  },
  {
    id: 'penguins-missing-sex',
    question: 'For how many penguins is the sex not known?',
    files: FILES,
    expected: { name: 'missing', value: 11 },
    solution: [READ, 'print(f"@missing[{penguins[\'sex\'].isna().sum()}]")'],
    calls: [
      LOAD,
      { tool: 'filter_rows', table: 'penguins', condition: 'sex.isna()', into: 'unknown' },
      { tool: 'count_rows', table: 'unknown' },
    ],
  },
  {
    id: 'penguins-correlation',
    question: 'What is the Pearson correlation between flipper length and body mass?',
    files: FILES,
    expected: { name: 'r', value: 0.871, tolerance: 0.001 },
    solution: [
      READ,
      "r = penguins['flipper_length_mm'].corr(penguins['body_mass_g'])\nprint(f'@r[{r:.3f}]')",
    ],
    calls: [LOAD, { tool: 'correlate', table: 'penguins', x: 'flipper_length_mm', y: 'body_mass_g' }],
  },
  {
    id: 'penguins-islands',
    question: 'On how many islands do Adelie penguins live?',
    files: FILES,
    expected: { name: 'islands', value: 3 },
    solution: [
      READ,
      "print(f\"@islands[{penguins.loc[penguins['species'] == 'Adelie', 'island'].nunique()}]\")",
    ],
    calls: [
      LOAD,
      { tool: 'filter_rows', table: 'penguins', condition: 'species == "Adelie"', into: 'adelie' },
      { tool: 'aggregate', table: 'adelie', column: 'island', function: 'nunique' },
    ],
  },
  {
    id: 'penguins-bill-shape',
    question:
      'Which species has the bills that are longest for their depth, by the mean ratio of length to depth?',
    files: FILES,
    expected: { name: 'species', value: 'Gentoo', others: except('Gentoo') },
    solution: [
      READ,
      "penguins['ratio'] = penguins['bill_length_mm'] / penguins['bill_depth_mm']\nratios = penguins.groupby('species')['ratio'].mean()\nprint(ratios)\nprint(f'@species[{ratios.idxmax()}]')",
    ],
    calls: [
      LOAD,
      {
        tool: 'derive_column',
        table: 'penguins',
        column: 'ratio',
        expression: 'bill_length_mm / bill_depth_mm',
      },
      {
        tool: 'group_rows',
        table: 'penguins',
        by: ['species'],
        column: 'ratio',
        function: 'mean',
        into: 'ratios',
      },
      { tool: 'top_value', table: 'ratios', by: 'ratio', column: 'species' },
    ],
  },
];
