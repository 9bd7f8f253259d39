/** The files of a session, and contents too big for an event. */
import { z } from 'zod';
import { ContextChange } from '../files/context-change.ts';
import { TrashedFile } from '../files/trashed-file.ts';
import { FileListing, WorkspaceFile } from '../files/workspace-file.ts';
import type { Endpoints } from './api-endpoint.ts';

export const FILE_ENDPOINTS = {
  listFiles: {
    summary: 'Lists the regular files in the workspace, by path; at most 500.',
    status: 200,
    reply: FileListing,
  },
  addFile: {
    summary: 'Adds a file to the workspace or replaces it. Folders in `path` are created.',
    note: '`forCode=1` puts it where the code reads a file of this name, such as `data/`; `name` says where it is. A file that it replaces is in the trash for 30 days.',
    query: z.object({ forCode: z.literal('1').optional() }),
    body: { types: ['application/octet-stream'] },
    status: 201,
    reply: WorkspaceFile.pick({ name: true, bytes: true }),
    errors: ['conflict', 'too-many'],
  },
  putBackFile: {
    summary:
      'Puts a file that was added and that code deleted or changed back into the workspace, as it was added.',
    note: 'What code made of it is in the trash for 30 days.',
    status: 200,
    reply: WorkspaceFile.pick({ name: true, bytes: true }),
    errors: ['bad-request', 'conflict'],
  },
  readFile: {
    summary: 'Returns a file of the workspace.',
    note: '`Range: bytes=0-N` returns only the beginning, with 206.',
    status: 200,
    reply: { types: ['application/octet-stream'], isAttachment: true, isPartial: true },
    errors: ['bad-request'],
  },
  renameFile: {
    summary: 'Renames a file of the workspace, or moves it to another folder, which is created.',
    note: '`name` is its new path. A name that is taken is refused.',
    body: z.object({ name: z.string() }),
    status: 200,
    reply: WorkspaceFile.pick({ name: true, bytes: true }),
    errors: ['bad-request', 'conflict'],
  },
  deleteFile: {
    summary: 'Moves a file of the workspace to the trash, for 30 days.',
    note: '`id` is its ID there.',
    status: 200,
    reply: z.object({ id: z.string() }),
    errors: ['bad-request'],
  },
  listTrashedFiles: {
    summary: 'Lists deleted and replaced files, the last first.',
    status: 200,
    reply: z.object({ files: z.array(TrashedFile) }),
  },
  restoreFile: {
    summary: 'Restores a file from the trash.',
    note: 'A file that has its name goes to the trash. `name` lacks folders that are gone.',
    status: 200,
    reply: z.object({ name: z.string() }),
  },
  eraseFile: {
    summary: 'Removes a file from the trash for good.',
    status: 204,
  },
  readContext: {
    summary: 'Returns the `CONTEXT.md` of the notebook, [as it was added](context.md#definitions).',
    note: 'Empty where there is none.',
    status: 200,
    reply: ContextChange.pick({ text: true }),
    errors: ['too-large'],
  },
  writeContext: {
    summary: 'Adds a new version of the `CONTEXT.md` of the notebook.',
    note: '`was` is the text as you read it; 409 if it is another by now. The former version goes to the trash. Blank text deletes the file.',
    body: ContextChange,
    status: 204,
    errors: ['conflict'],
  },
  readBlob: {
    summary: 'Returns the bytes of a large MIME value, by their sha256.',
    note: '`type` sets the content type, if it is one of these images.',
    query: z.object({ type: z.string().optional() }),
    status: 200,
    reply: {
      types: [
        'application/octet-stream',
        'image/png',
        'image/jpeg',
        'image/gif',
        'image/webp',
        'image/svg+xml',
      ],
    },
  },
} as const satisfies Endpoints;
