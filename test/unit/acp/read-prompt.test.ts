import type { ContentBlock } from '@agentclientprotocol/sdk/unstable';
import { expect, test } from 'vitest';
import { readPrompt } from '../../../lib/acp/read-prompt.ts';

const text = (words: string): ContentBlock => ({ type: 'text', text: words });

test('links to files are files, in the sentence where they were; other links are words', () => {
  const { task, files } = readPrompt([
    text('Compare '),
    { type: 'resource_link', name: 'a', uri: 'file:///data/my%20sales.csv' },
    text(' with'),
    { type: 'resource_link', name: 'b', uri: 'file:///data/part.csv#L2:9' },
    text(', and with'),
    { type: 'resource_link', name: 'rates', uri: 'https://example.org/rates' },
  ]);
  expect(task).toBe('Compare `my sales.csv` with `part.csv`, and with rates (https://example.org/rates)');
  expect(files).toEqual([
    { name: 'my sales.csv', path: '/data/my sales.csv' },
    { name: 'part.csv', path: '/data/part.csv' },
  ]);
});

test('what the client sends along is a file; a part of a file is quoted; a picture is a file', () => {
  const { task, files } = readPrompt([
    { type: 'resource', resource: { uri: 'file:///data/sales.csv', text: 'a,b\n' } },
    { type: 'resource', resource: { uri: 'file:///src/run.py#L1:2', text: 'x = 1\ny = 2' } },
    { type: 'image', mimeType: 'image/png', data: 'AAAA' },
    text('Explain.'),
  ]);
  expect(task).toBe('`sales.csv`\n\nFrom run.py:\n\n> x = 1\n> y = 2\n\n`image-2.png` Explain.');
  expect(files).toEqual([
    { name: 'sales.csv', bytes: Buffer.from('a,b\n') },
    { name: 'image-2.png', bytes: Buffer.from('AAAA', 'base64') },
  ]);
});

test('sound, and a prompt without words, are refused in a sentence', () => {
  expect(() => readPrompt([{ type: 'audio', mimeType: 'audio/wav', data: '' }])).toThrow('cannot listen');
  expect(() => readPrompt([text(' ')])).toThrow('The question is empty.');
});
