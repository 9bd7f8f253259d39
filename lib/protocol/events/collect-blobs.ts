/** Which stored contents an event refers to. */
import type { DisplayUpdate } from '../../notebook/apply-output.ts';
import { isBlobRef } from '../../notebook/mime-value.ts';
import type { Output } from '../../notebook/output.ts';
import type { EventBody } from './event.ts';

/** The sha256 of each, without repeats. */
export function collectBlobs(body: EventBody): string[] {
  return [...new Set(listBlobs(body))];
}

function listBlobs(body: EventBody): string[] {
  switch (body.type) {
    case 'file-add':
      return [body.blob];
    case 'cell-import':
      return Object.values(body.attachments ?? {}).flatMap((data) => listDisplayBlobs({ data }));
    case 'output-append':
      return listOutputBlobs(body.output);
    case 'agent-end':
      return body.cells.flatMap(({ outputs }) => outputs.flatMap(listOutputBlobs));
    case 'output-update':
      return listDisplayBlobs(body);
    case 'tool-call-start':
      return isBlobRef(body.arguments) ? [body.arguments.blob] : [];
    case 'tool-call-end':
      return isBlobRef(body.result) ? [body.result.blob] : [];
    case 'verification-end':
      return body.verification.cells.flatMap(({ pictures = [] }) =>
        pictures.flatMap(({ notebook, here }) => [...listDisplayBlobs(notebook), ...listDisplayBlobs(here)]),
      );
    default:
      return [];
  }
}

function listOutputBlobs(output: Output): string[] {
  if (output.output_type === 'error') return [];
  if (output.output_type === 'stream') return output.omitted?.pieces.map(({ ref }) => ref.blob) ?? [];
  return listDisplayBlobs(output);
}

function listDisplayBlobs({ data, digest }: Pick<DisplayUpdate, 'data' | 'digest'>): string[] {
  const values = [...Object.values(data), digest?.copy?.data];
  return values.flatMap((value) => (isBlobRef(value) ? [value.blob] : []));
}
