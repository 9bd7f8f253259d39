import { expect, test } from 'vitest';
import { joinContexts } from '../../../lib/runtime/runs/join-contexts.ts';
import { createContextFiles } from '../../../lib/runtime/sessions/context-files.ts';
import { applyEvent } from '../../../lib/session/fold/apply-event.ts';
import { createSession } from '../../../lib/session/session.ts';
import { createTurns } from '../../../lib/util/turns.ts';

test('definitions of the home come first, those of a notebook are the bytes that the user added', async () => {
  const added = { name: 'CONTEXT.md', bytes: 20, blob: 'b', origin: 'upload' } as const;
  const session = applyEvent(createSession('s'), { type: 'file-add', ...added });
  const open = (get: (blob: string) => Promise<Buffer>) =>
    createContextFiles({
      logs: { inTurn: createTurns(), readSession: async () => session },
      blobs: { get },
      files: { addFile: fail, deleteFile: fail },
    });
  const { readContext } = open(async (blob) => Buffer.from(`${blob}: revenue is net\n`));
  expect(await joinContexts([undefined, readContext('s')])).toBe('b: revenue is net');
  expect(await joinContexts([Promise.resolve('All.\n'), readContext('s')])).toBe('All.\n\nb: revenue is net');
  const gone = open(() => Promise.reject(new Error('gone')));
  expect(await joinContexts([gone.readContext('s')])).toBe('');
});

const fail = () => Promise.reject(new Error('Nothing is written here.'));
