import { expect, it } from 'vitest';
import { toToolId } from '../../../lib/tools/host-tool.ts';

it('tools have different ids wherever the dots of their names are', () => {
  const tools = [
    { name: 'search' },
    { module: 'shop', name: 'search' },
    { name: 'shop.search' },
    { module: 'a', name: 'b.c' },
    { module: 'a.b', name: 'c' },
    { module: 'a\\', name: 'b' },
    { name: 'a\\.b' },
  ];
  const ids = tools.map(toToolId);
  expect(ids.slice(0, 2)).toEqual(['search', 'shop.search']);
  expect(new Set(ids).size).toBe(tools.length);
});
