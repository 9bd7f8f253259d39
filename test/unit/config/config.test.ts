import { expect, test } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';

const read = (ACTBOOK_PORT: string) => readConfig({ NODE_ENV: 'test', ACTBOOK_PORT }).port;

test('a port that does not exist is named, with those that do', () => {
  expect(['0', '65535', '', 'eight'].map(read)).toEqual([0, 65535, 8899, 8899]);
  for (const port of ['99999', '80.5', '65536'])
    expect(() => read(port)).toThrow(`ACTBOOK_PORT takes a number from 0 to 65535, not “${port}”.`);
});
