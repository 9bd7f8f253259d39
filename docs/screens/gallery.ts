/** A notebook file with one output of each kind, for the picture of them. */

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="420" height="160" viewBox="0 0 420 160"><rect width="420" height="160" fill="none"/>${[60, 95, 40, 120, 80, 105, 130].map((height, index) => `<rect x="${20 + index * 55}" y="${140 - height}" width="36" height="${height}" rx="3" fill="#2aa596"/>`).join('')}</svg>`;
const TABLE = `<table border="1" class="dataframe"><thead><tr><th></th><th>species</th><th>island</th><th>mass_g</th></tr></thead><tbody>${[
  ['Adelie', 'Torgersen', 3750],
  ['Chinstrap', 'Dream', 3800],
  ['Gentoo', 'Biscoe', 5000],
]
  .map(
    ([species, island, mass], index) =>
      `<tr><th>${index}</th><td>${species}</td><td>${island}</td><td>${mass}</td></tr>`,
  )
  .join('')}</tbody></table>`;

const show = (data: object) => ({ output_type: 'display_data', data, metadata: {} });
const code = (count: number, source: string, ...outputs: object[]) => ({
  cell_type: 'code',
  metadata: {},
  execution_count: count,
  source,
  outputs,
});

export const GALLERY = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { kernelspec: { name: 'python3' } },
  cells: [
    {
      cell_type: 'markdown',
      metadata: {},
      source: '# Outputs\n\nWords with $\\bar{x} = \\frac{1}{n}\\sum x_i$ and **tables**.',
    },
    code(1, 'penguins.head(3)', show({ 'text/html': TABLE, 'text/plain': 'species island mass_g' })),
    code(2, 'chart', show({ 'image/svg+xml': PICTURE, 'text/plain': 'Mass by month' })),
    code(3, 'log()', {
      output_type: 'stream',
      name: 'stdout',
      text: '\x1b[32m✓ loaded\x1b[0m 344 rows\n\x1b[33m! 2 rows without a mass\x1b[0m\n100%|██████████| 344/344\n',
    }),
    code(
      4,
      'model.summary()',
      show({ 'application/json': { r2: 0.87, terms: ['bill', 'flipper'] }, 'text/plain': '{}' }),
    ),
    code(5, 'mass["Emperor"]', {
      output_type: 'error',
      ename: 'KeyError',
      evalue: "'Emperor'",
      traceback: [
        '\x1b[31mKeyError\x1b[39m                  Traceback (most recent call last)',
        'Cell In[5], line 1\n----> 1 mass["Emperor"]',
        "\x1b[31mKeyError\x1b[39m: 'Emperor'",
      ],
    }),
  ],
};
