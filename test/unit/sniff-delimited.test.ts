import { expect, it } from 'vitest';
import { sniffDelimited } from '../../lib/analyst/sniff-delimited.ts';

it.each([
  ['a plain table', 'a,b\n1,2\n3,4\n', {}],
  ['commas in numbers', 'a;b;c\n1,5;2,5;x\n3,5;4,5;y\n', { sep: ';', decimal: ',' }],
  [
    'the separator inside quoted fields',
    'ride;station;minutes;price\n1;Dom;17,6;3,11\n2;"Hafen; West";21,8;3,62\n3;"Hafen; ""Ost""; 2";9,8;2,18\n4;"Dom; Nord";8,1;2,1\n',
    { sep: ';', decimal: ',' },
  ],
  ['a quotation mark inside a field', 'size;n\n5" pipe;1\n3" pipe;2\n', { sep: ';' }],
  ['lines above the header', 'Export\n\na;b\n1;2\n3;4\n', { sep: ';', skiprows: 2 }],
])('%s', (_, text, expected) => {
  expect(sniffDelimited(text)).toEqual(expected);
});
