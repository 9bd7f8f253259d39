/** What changed since last time: whole values, a step only between numbers that are certain, and code that changed. */
import { expect, test } from 'vitest';
import type { Output } from '../../../lib/notebook/output.ts';
import { listChanges } from '../../../lib/protocol/schedules/describe-result.ts';
import { compareResults, type Result } from '../../../lib/schedules/compare-results.ts';
import { EMPTY_CELL } from '../../../lib/session/fold/empty-cell.ts';
import { createSession } from '../../../lib/session/session.ts';
import { text } from '../../helpers/outputs.ts';

interface Given {
  outputs?: Output[];
  source?: string;
  answer?: string;
}

/** A result of one cell, and an answer if there is one. */
function toResult({ outputs = [], source = 'show()', answer }: Given): Result {
  const ran = { type: 'code', status: 'ok', startedAt: 1, endedAt: 2 } as const;
  const cells = [
    { ...EMPTY_CELL, ...ran, id: 'a', source, outputs },
    ...(answer === undefined ? [] : [{ ...EMPTY_CELL, id: 'b', role: 'answer' as const, source: answer }]),
  ];
  const cell = { id: 'a', cell_type: 'code' as const, source, metadata: {}, outputs, execution_count: 1 };
  return {
    session: { ...createSession('s'), cells },
    notebook: { nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [cell] },
  };
}

function listBetween(before: Given, after: Given): string[] {
  return listChanges(compareResults(toResult(before), toResult(after), null));
}

const print = (printed: string): Given => ({ outputs: [text(`${printed}\n`)] });

test.each([
  ['total 90', 'total 105', 'total 90, here 105, +15 (+17 %)'],
  [
    'sold 1.234.567,89 EUR',
    'sold 1.334.567,89 EUR',
    'sold 1.234.567,89, here 1.334.567,89, +100,000 (+8.1 %)',
  ],
  ['4.000 EUR, 3,5 kg', '8.000 EUR, 3,5 kg', '4.000, here 8.000, +4,000 (+100 %)'],
  ['3,5 kg', '3,7 kg', '3,5, here 3,7'],
  ['1\u202f234,50 €', '1\u202f334,50 €', '1\u202f234,50, here 1\u202f334,50, +100 (+8.1 %)'],
  ["CHF 1'234'567.50", "CHF 1'334'567.50", "CHF 1'234'567.50, here 1'334'567.50, +100,000 (+8.1 %)"],
  ['change +5', 'change -5', 'change +5, here -5, −10 (−200 %)'],
  ['net −5.0', 'net −4.0', 'net −5.0, here −4.0, +1 (+20 %)'],
  ['net (1,200)', 'net (1,500)', 'net (1,200), here (1,500)'],
  ['net 1,200-', 'net 1,500-', 'net 1,200-, here 1,500-'],
  ['Revenue $1.2M', 'Revenue $1.3M', '“Revenue $1.2M”, here “Revenue $1.3M”, +100,000 (+8.3 %)'],
  // Not of one unit, or not of one thing.
  ['$100', '€120', '“$100”, here “€120”'],
  ['5 kg', '5000 g', '“5 kg”, here “5000 g”'],
  ['1.5 GB', '900 MB', '“1.5 GB”, here “900 MB”'],
  ['north 5', 'south 7', '“north 5”, here “south 7”'],
  // Not numbers.
  ['until 2026-01-31', 'until 2026-02-28', 'until 2026-01-31, here 2026-02-28'],
  ['at 09:15', 'at 10:45', 'at 09:15, here 10:45'],
  ['pandas 2.9.1', 'pandas 2.10.0', '“pandas 2.9.1”, here “pandas 2.10.0”'],
  ['host 10.0.0.1', 'host 10.0.0.2', '“host 10.0.0.1”, here “host 10.0.0.2”'],
  ['best SKU-10042', 'best SKU-10043', 'best SKU-10042, here SKU-10043'],
  ['zip 01234', 'zip 01235', 'zip 01234, here 01235'],
  ['year 2024', 'year 2025', 'year 2024, here 2025, +1'],
  // One number or two, nothing says.
  ['a,b\n100,200', 'a,b\n100,300', '100,200, here 100,300'],
  ['[100,200]', '[100,201]', '200, here 201'],
  ['total 1 234 567', 'total 1 234 999', '567, here 999'],
  ['IBAN DE89 3704 0044', 'IBAN DE89 3704 0055', '0044, here 0055'],
  ['version 2.9', 'version 2.10', 'version 2.9, here 2.10'],
  ['id 9007199254740993', 'id 9007199254740995', 'id 9007199254740993, here 9007199254740995'],
  ['rows 5 of 7', 'rows 6 of 7', 'rows 5, here 6, +1 (+20 %)'],
  ['p 1.2e-15', 'p 3.4e-17', 'p 1.2e-15, here 3.4e-17, −1.2e-15 (−97 %)'],
])('%j, here %j', (before, after, line) => {
  expect(listBetween(print(before), print(after))).toEqual([`Cell 1: ${line}`]);
});

test('code that changed is listed, also where its outputs are the same', () => {
  const parameters = (source: string): Given => ({ ...print('90'), source: `# Parameters\n${source}` });
  expect(listBetween(parameters('rate = 2'), parameters('rate = 3'))).toEqual([
    'Cell 1: code: rate 2, here 3',
  ]);
});

test('numbers of an answer are the same ones in another form', () => {
  const before = { answer: 'Sold 1200 EUR, $1.2 million, 12.5%, −5% with pandas 2.9.1.' };
  const after = { answer: 'Sold **1,200 EUR**, $1,200,000, 12.5 %, -5 % with pandas 2.10.0, and 7 kg.' };
  expect(listBetween(before, after)).toEqual(['New in the answer: 7 kg']);
});
