import { describe, expect, test } from 'vitest';
import { describeTools } from '../../../lib/agent/prompt/system-prompt.ts';

function tools(count: number, doc: string) {
  return Array.from({ length: count }, (_, index) => {
    const name = `shop.tool_${index}`;
    return { name, signature: `${name}(id: int)`, doc, isHost: true as const };
  });
}

describe('describeTools', () => {
  test('says nothing without tools', () => {
    expect(describeTools([], [])).toBe('');
  });

  test('gives whole docstrings of a few, and says how they behave', () => {
    const text = describeTools(tools(1, 'Finds one.\n\nAt length.'), ['The server “x” does not start.']);
    expect(text).toContain('- shop.tool_0(id: int)\n    Finds one.\n    \n    At length.');
    expect(text).toContain('These modules are imported already: shop.');
    expect(text).toContain('ToolError');
    expect(text).toContain('The server “x” does not start.');
  });

  test.each([
    [20, 'tool_19(id: int): Finds one.'],
    [150, '- shop.tool_149(id: int)'],
    [300, 'shop.tool_299'],
    [5_000, 'more, which dir() of their modules lists'],
  ])('keeps %i tools within their room, the less of each the more there are', (count, expected) => {
    const text = describeTools(tools(count, `Finds one.\n\n${'Long. '.repeat(100)}`), []);
    expect(text).toContain(expected);
    expect(text.length).toBeLessThan(9_000);
  });
});
