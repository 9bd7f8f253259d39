/** Which stored contents an event refers to. */
import { isBlobRef } from '../notebook/mime-value.ts';
import type { EventBody } from './event.ts';

/** The sha256 of each, without repeats. */
export function collectBlobs(body: EventBody): string[] {
  return [...new Set(listBlobs(body))];
}

function listBlobs(body: EventBody): string[] {
  switch (body.type) {
    case 'file-add':
      return [body.blob];
    case 'output-append':
      return 'data' in body.output ? listBundleBlobs(body.output.data) : [];
    case 'output-update':
      return listBundleBlobs(body.data);
    case 'tool-call-start':
      return isBlobRef(body.arguments) ? [body.arguments.blob] : [];
    case 'tool-call-end':
      return isBlobRef(body.result) ? [body.result.blob] : [];
    default:
      return [];
  }
}

function listBundleBlobs(data: Record<string, unknown>): string[] {
  return Object.values(data).flatMap((value) => (isBlobRef(value) ? [value.blob] : []));
}
