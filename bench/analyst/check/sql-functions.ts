/** What SQLite has no word for, as Python that is registered with it; only what a statement uses is written. */

interface SqlFunction {
  readonly parameters: number;
  /** Of `rows`, the arguments of each row whose first is there. The last line returns. */
  readonly lines: readonly string[];
}

/** Of all values of a group. Null of too few, as in pandas. */
const AGGREGATES: Readonly<Record<string, SqlFunction>> = {
  QUANTILE: {
    parameters: 2,
    lines: [
      'values = sorted(value for value, _ in rows)',
      'if not values:',
      '    return None',
      'place = (len(values) - 1) * rows[0][1]',
      'low = math.floor(place)',
      'pair = values[low : low + 2]',
      'return pair[0] + (place - low) * (pair[-1] - pair[0])',
    ],
  },
  // SQLite's own lose the last digits, which decide about ties and limits.
  TOTAL_OF: {
    parameters: 1,
    lines: [
      'values = [value for (value,) in rows]',
      'if not values:',
      '    return None',
      'return sum(values) if all(isinstance(value, int) for value in values) else math.fsum(values)',
    ],
  },
  MEAN_OF: {
    parameters: 1,
    lines: ['return math.fsum(value for (value,) in rows) / len(rows) if rows else None'],
  },
  STDDEV: {
    parameters: 1,
    lines: ['return math.sqrt(power_sum(rows, 2) / (len(rows) - 1)) if len(rows) > 1 else None'],
  },
  DIFFERENT: { parameters: 1, lines: ['return len(set(rows))'] },
  CORR: {
    parameters: 2,
    lines: [
      'n = len(rows)',
      'left, right = [math.fsum(values) / n for values in zip(*rows)] if n > 1 else (0, 0)',
      'product = math.fsum((a - left) * (b - right) for a, b in rows)',
      'squares = power_sum(rows, 2) * power_sum([row[::-1] for row in rows], 2)',
      'if n > 1 and squares == 0:',
      '    raise ZeroDivisionError',
      'return product / math.sqrt(squares) if n > 1 else None',
    ],
  },
};

const POWER_SUM = [
  'def power_sum(rows, power):',
  '    mean = math.fsum(row[0] for row in rows) / max(len(rows), 1)',
  '    return math.fsum((row[0] - mean) ** power for row in rows)',
];

const REGISTER = [
  'def register(name, parameters, formula):',
  '    class Aggregate:',
  '        def __init__(self):',
  '            self.rows, self.known = [], None',
  '',
  '        def step(self, *row):',
  '            if row[0] is not None:',
  '                self.rows.append(row)',
  '',
  '        def value(self):',
  '            # A window asks for each of its rows.',
  '            if self.known is None or self.known[0] != len(self.rows):',
  '                self.known = len(self.rows), formula(self.rows)',
  '            return self.known[1]',
  '',
  '        # No window of these slides, so nothing is ever taken out.',
  '        inverse, finalize = step, value',
  '',
  '    # Before Python 3.11, functions of windows cannot be added.',
  '    add = getattr(database, "create_window_function", database.create_aggregate)',
  '    add(name, parameters, Aggregate)',
];

/** Of one row. */
const SCALARS: Readonly<Record<string, readonly string[]>> = {
  ELAPSED: [
    'def elapsed(start, end):',
    '    if start is None or end is None:',
    '        return None',
    '    return (datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds()',
    '',
    'database.create_function("ELAPSED", 2, elapsed)',
  ],
};

/** `imports`: lines of code; `code`: lines that use `database`. */
export function writeFunctions(sql: string): { imports: string[]; code: string[] } {
  // What is in quotes is a text or a name.
  const words = sql.replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"/gs, '');
  const isUsed = (name: string) => words.includes(`${name}(`);
  const scalars = Object.keys(SCALARS).filter(isUsed);
  const aggregates = Object.entries(AGGREGATES).filter(([name]) => isUsed(name));
  const written = aggregates.flatMap(([name, { parameters, lines }]) => [
    `def ${name.toLowerCase()}(rows):`,
    ...lines.map((line) => `    ${line}`),
    '',
    `register("${name}", ${parameters}, ${name.toLowerCase()})`,
    '',
  ]);
  const needsSums = written.some((line) => line.includes('power_sum'));
  return {
    imports: [...(scalars.includes('ELAPSED') ? ['from datetime import datetime'] : [])],
    code: [
      ...scalars.flatMap((name) => [...(SCALARS[name] ?? []), '']),
      ...(aggregates.length > 0 ? [...REGISTER, ''] : []),
      ...(needsSums ? [...POWER_SUM, ''] : []),
      ...written,
    ],
  };
}
