/** Values by reference: found in an answer, checked, written as a cell. */
import { describe, expect, test } from 'vitest';
import { checkExpression } from '../../../lib/references/check-expression.ts';
import { fillJson, findJsonReferences } from '../../../lib/references/fill-json.ts';
import { fillReferences } from '../../../lib/references/fill-references.ts';
import { findReferences } from '../../../lib/references/find-references.ts';
import { listValues, writeValuesCell } from '../../../lib/references/write-values-cell.ts';

describe('findReferences', () => {
  test.each([
    ["Ost: **{{ piv.loc['Ost','Summe'] : ,.0f }} €**", [["piv.loc['Ost','Summe']", ',.0f']]],
    [
      '{{n}} of {{ len(df) }}',
      [
        ['n', ''],
        ['len(df)', ''],
      ],
    ],
    [
      "{{ x[1:3].sum() : .1% }}, {{ d['a:b }}'] }}",
      [
        ['x[1:3].sum()', '.1%'],
        ["d['a:b }}']", ''],
      ],
    ],
    ['{{ when : %H:%M }}', [['when', '%H:%M']]],
    ['{{ {"a": 1}["a"] }}', [['{"a": 1}["a"]', '']]],
    ['{{ n\\_rows\n  + 1 }}', [['n_rows + 1', '']]],
    [
      '`{{ x }}`\n```\n{{ y }}\n```\n{{ z }}',
      [
        ['x', ''],
        ['z', ''],
      ],
    ],
    ['{{ }} {{ open "x } and {{ y }}', [['y', '']]],
    ['a { b } c', []],
  ])('%j', (markdown, expected) => {
    const found = findReferences(markdown);
    expect(found.map(({ expression, format }) => [expression, format])).toEqual(expected);
    for (const { start, end } of found) expect(markdown.slice(start, end)).toMatch(/^\{\{[\s\S]*\}\}$/);
  });
});

test.each([
  [',.2f de', '1,234,567.89', '1.234.567,89'],
  ['.1% de', '12.5%', '12,5\u00a0%'],
  [',.1f fr', '-1,234.5', '-1\u202f234,5'],
  ['.1%', '12.5%', '12.5%'],
  [',.2f en', '1,234.50', '1,234.50'],
  ['%d %B de', '3 March de', '3 March de'],
])('a value with the format %j is written with the marks of its language', (format, printed, expected) => {
  const markdown = `a {{ x : ${format} }} b`;
  expect(fillReferences(markdown, findReferences(markdown), [printed]).text).toBe(`a ${expected} b`);
});

test('a table between empty lines brings none of its own', () => {
  const table = '\n\n| a |\n| ---: |\n| 1 |\n\n';
  const fill = (markdown: string) => fillReferences(markdown, findReferences(markdown), [table]);
  expect(fill('All:\n\n{{ table(t) }}\n\nEnd').text).toBe('All:\n\n| a |\n| ---: |\n| 1 |\n\nEnd');
  expect(fill('All: {{ table(t) }} End').text).toBe(`All: ${table} End`);
});

describe('checkExpression', () => {
  test.each([
    "piv.loc['Ost', 'Summe']",
    'len(df) - df["x"].isna().sum()',
    '(a / b - 1) * 100',
    'top.index[0]',
    'df.groupby("region", as_index=False)["sales"].sum().iloc[0, 1]',
    '"up" if now > before else "down"',
    'df[df["x"] > 3].shape[0]',
    'table(top5)',
    'df.duplicated().sum()',
    'ma.first_valid_index()',
    'table(pd.DataFrame({"a": [1], "b": [2]}))',
    'not done',
    'x[1:3]',
    'round(-3.5 ** 2, 1)',
  ])('%s only reads', (expression) => {
    expect(checkExpression(expression)).toBeNull();
  });
  test.each([
    'os.remove("a")',
    'df.pop("x")',
    '(n := 3)',
    '[f(x) for x in y]',
    'lambda: 1',
    'x.__class__',
    '__import__("os").system("ls")',
    'open("f").read()',
    'df.to_csv("f")',
    'f"{x}"',
    'x = 3',
    'x; y',
    'df["x"',
    'await x',
    'getattr(df, "pop")("x")',
    'fs[0]()',
    '*x',
    'df.sort_values("x", inplace=True)',
    '',
  ])('%s does not', (expression) => {
    expect(checkExpression(expression)).not.toBeNull();
  });
});

test('a string of JSON that is a reference becomes its value', () => {
  const json =
    '{"a": "{{ a }}", "b": ["{{ b : .1f }}", "{{ c }}"], "d": "no {{ d }}", "e": "{{ e }}", "f": "{{ f }}"}';
  const references = findJsonReferences(json);
  const printed = [
    "'it\\'s \\\\ \\n \\xe9'",
    '2.5',
    'np.float64(65.38)',
    'nan',
    "Timestamp('2024-01-01 00:00:00')",
  ];
  expect(JSON.parse(fillJson(json, references, printed))).toEqual({
    a: "it's \\ \n é",
    b: [2.5, 65.38],
    d: 'no {{ d }}',
    e: null,
    f: '2024-01-01 00:00:00',
  });
});

test('each value is a line, once', () => {
  const references = findReferences(
    "{{ n : ,.0f }} {{ n : ,.0f }} {{ n }} {{ d['it\"s'] }} {{ d[\"a\"] + e['b'] : .1% }} {{ s + '\\n' }} {{ table(top5) }}",
  );
  expect(writeValuesCell(listValues(references))).toMatchInlineSnapshot(`
    "# The values of the answer.
    print(f"{n = :,.0f}")
    print(f"{n = !s}")
    print(f"""{d['it"s'] = !s}""")
    print(f"""{d["a"] + e['b'] = :.1%}""")
    print("s + '\\\\n' = " + str(s + '\\n'))
    display(top5)"
  `);
});
