import { expect, test } from 'vitest';
import {
  parseExactJson,
  parseJsonWithBigIntegers,
  replaceLoneSurrogates,
} from '../../../lib/util/exact-json.ts';

test('numbers are written as they were read', () => {
  const json = '{"a":[1,1.0,-0,1e5,1E+300,0.30,12345678901234567890,true,null],"__proto__":{"b":"1.0"}}';
  expect(JSON.stringify(parseExactJson(json))).toBe(json);
  expect(() => parseExactJson('{"a": NaN}')).toThrow(SyntaxError);
});

test('the fast reading gives plain numbers unless integers would be rounded', () => {
  expect(parseJsonWithBigIntegers('[1.0, 0.1234567890123456789]')).toEqual([1, 0.12345678901234568]);
  const json = '{"big":-98765432109876543210,"small":1}';
  expect(JSON.stringify(parseJsonWithBigIntegers(json))).toBe(json);
});

test('half a surrogate pair is replaced when written', () => {
  expect(JSON.stringify(['a\ud800b', 'é🎉'], replaceLoneSurrogates)).toBe('["a\ufffdb","é🎉"]');
});
