import { expect, test } from 'vitest';
import { createContextReader } from '../../lib/runtime/runs/create-context-reader.ts';
import { applyEvent } from '../../lib/session/fold/apply-event.ts';
import { createSession } from '../../lib/session/session.ts';

test('definitions of the home come first, those of a notebook are the bytes that the user added', async () => {
  const added = { name: 'CONTEXT.md', bytes: 20, blob: 'b', origin: 'upload' } as const;
  const session = applyEvent(createSession('s'), { type: 'file-add', ...added });
  const blobs = { get: async (blob: string) => Buffer.from(`${blob}: revenue is net\n`) };
  const deps = { blobs, readSession: async () => session };
  expect(await createContextReader(deps)('s')).toBe('b: revenue is net');
  const both = createContextReader({ ...deps, readDefinitions: async () => 'All.\n' });
  expect(await both('s')).toBe('All.\n\nb: revenue is net');
  const gone = { get: async () => Promise.reject(new Error('gone')) };
  expect(await createContextReader({ ...deps, blobs: gone })('s')).toBe('');
});
