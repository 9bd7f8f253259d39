/** Data of the corpus, made up for it. */
export const SALES = {
  'sales.csv': [
    'day,city,sold,price',
    '2025-03-01,Oslo,3,4.50',
    '2025-03-01,Bergen,7,4.21',
    '2025-03-02,Oslo,5,4.50',
    '2025-03-02,Bergen,2,4.19',
    '2025-03-03,Oslo,9,4.75',
    '2025-03-03,Bodø,1,5.00',
    '',
  ].join('\n'),
};

export const LOAD = 'import pandas as pd\ndf = pd.read_csv("sales.csv")\ndf';
