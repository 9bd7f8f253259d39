/** Small tables with what is difficult in them: gaps, ties, zeros, month ends, a group without values. */
import type { Column, ColumnType, Table } from '../../../../lib/analyst/query/query.ts';

export const CSV: Readonly<Record<string, string>> = {
  orders: `id,date,delivered,region,customer,quantity,revenue,cost,returned,rating
1,2022-11-15,2022-11-18,North,Ada,2,100,60,false,4
2,2022-12-31,2023-01-02,South,Ben,1,50,20,true,
3,2023-01-05,2023-01-06,North,Ada,3,150,90,false,5
4,2023-01-05,2023-01-10,West,Cleo,5,250,150,false,3
5,2023-01-31,,South,Ben,1,,10,false,2
6,2023-02-14,2023-02-15,North,Dora,2,100,70,true,4
7,2023-02-28,2023-03-05,West,Cleo,4,200,100,false,
8,2023-03-01,2023-03-01,,Eve,1,80,40,false,5
9,2023-03-15,2023-03-20,South,Ada,2,120,60,false,4
10,2023-03-31,2023-04-02,North,Ben,1,40,40,true,1
11,2023-06-10,2023-06-12,West,Cleo,6,300,200,false,5
12,2023-12-31,2024-01-03,south east,Dora,3,150,90,false,4
`,
  weather: `station,day,temp,rain,wind
A,2024-01-01,1,0,5
A,2024-01-02,2,0,6
A,2024-01-03,3,3,7
A,2024-01-04,4,0,5
A,2024-01-05,5,0,6
A,2024-01-06,6,0,7
A,2024-01-07,7,5,5
A,2024-01-08,8,1,6
A,2024-01-09,9,0,7
A,2024-01-10,10,0,6
B,2024-01-01,10,2,
B,2024-01-02,9,0,
B,2024-01-03,8,0,
B,2024-01-04,7,0,
B,2024-01-05,6,0,
B,2024-01-06,5,1,
B,2024-01-07,4,0,
B,2024-01-08,3,0,
B,2024-01-09,2,,
B,2024-01-10,30,4,
`,
  trips: `start,end,unit km,fare,driver,shared
2024-03-01T08:05:00,2024-03-01T08:35:00,10,20,Kim,true
2024-03-01T09:00:00,2024-03-01T09:10:00,0,5,Lee,false
2024-03-02T23:50:00,2024-03-03T00:20:00,15,45,Kim,
2024-03-04T08:15:00,2024-03-04T09:15:00,30,60,Lee,true
2024-03-04T12:00:00,2024-03-04T12:20:00,5,15,Max,false
2024-04-01T08:30:00,,20,40,Kim,true
`,
  customers: `customer,city,age,region
Ada,Oslo,34,North
Ben,Rome,17,South
Cleo,Oslo,65,West
Dora,,40,West
Finn,Rome,22,South
`,
  edges: `month,visits,stock,part,name
2024-01-01,100,0,7,ΟΔΟΣ
2024-02-01,110,5,43,οδος
2024-03-01,121,,25,οδός
2024-04-01,60,4,25,
`,
  matches: `day,home_team,away_team,home_goals,away_goals,crowd
2024-01-06,Reds,Blues,2,1,500
2024-01-07,Greens,Reds,0,0,700
2024-01-13,Blues,Greens,3,,400
2024-01-14,Blues,Reds,0,2,
2024-01-20,Reds,Greens,1,4,650
`,
  // Its types have a missing value of their own, as those of Parquet can.
  nullable: `id,level,text,flag
1,1,a,true
2,,,
3,5,b,false
4,9,a,true
`,
};

const UNITS: Readonly<Record<string, string>> = {
  revenue: '€',
  cost: '€',
  fare: '$',
  temp: '°C',
  rain: 'mm',
  'unit km': 'km',
};

export function readTables(): Table[] {
  return Object.entries(CSV).map(([name, csv]) => {
    const [header = '', ...lines] = csv.trim().split('\n');
    const rows = lines.map((line) => line.split(','));
    return {
      name,
      file: `${name}.csv`,
      rows: rows.length,
      columns: header.split(',').map((title, at) =>
        readColumn(
          name,
          title,
          rows.map((row) => row[at] ?? ''),
        ),
      ),
    };
  });
}

function readColumn(table: string, name: string, cells: string[]): Column {
  const known = cells.filter((cell) => cell !== '');
  const type = findType(known);
  const sorted = type === 'number' ? known.toSorted((a, b) => Number(a) - Number(b)) : known.toSorted();
  const ends = { first: sorted[0] ?? '', last: sorted.at(-1) ?? '' };
  const counts = Map.groupBy(known, (cell) => cell);
  return {
    name,
    type,
    isInteger: type === 'number' && known.every((cell) => /^-?\d+$/.test(cell)),
    missing: cells.length - known.length,
    isNullable: table === 'nullable',
    unique: counts.size,
    values: [...counts.keys()],
    span: type === 'number' || type === 'date' ? ends : null,
    unit: UNITS[name] ?? null,
  };
}

function findType(cells: string[]): ColumnType {
  if (cells.length === 0) return 'empty';
  if (cells.every((cell) => /^(true|false)$/.test(cell))) return 'boolean';
  if (cells.every((cell) => /^\d{4}-\d\d-\d\d/.test(cell))) return 'date';
  return cells.every((cell) => /^-?\d+(\.\d+)?$/.test(cell)) ? 'number' : 'text';
}
