/** Tool calls, put together from the pieces in which they are streamed. */
import { createId } from '../protocol/id.ts';

/** One piece, of which a server may leave out or misspell anything. */
export interface CallPart {
  index?: number;
  id?: unknown;
  function?: { name?: unknown; arguments?: unknown };
}

export interface AssembledCall {
  id: string;
  name: string;
  arguments: string;
}

/** Servers omit the index or the id, repeat an empty name, or give every call the same index. */
export function createCallAssembler() {
  const calls: (AssembledCall & { index: number })[] = [];

  function find(part: CallPart): (typeof calls)[number] | undefined {
    const id = readText(part.id);
    const isNamed = readText(part.function?.name) !== '';
    const known = id === '' ? undefined : calls.findLast((call) => call.id === id);
    if (known) return known;
    const call =
      part.index === undefined ? calls.at(-1) : calls.findLast(({ index }) => index === part.index);
    const isOther = id !== '' && (part.index === undefined || (isNamed && call?.id !== ''));
    return isOther ? undefined : call;
  }

  return {
    add: (part: CallPart) => {
      let call = find(part);
      if (!call) {
        call = { index: part.index ?? calls.length, id: '', name: '', arguments: '' };
        calls.push(call);
      }
      call.id ||= readText(part.id);
      call.name ||= readText(part.function?.name);
      call.arguments += readText(part.function?.arguments);
    },
    list: (): AssembledCall[] =>
      calls.map((call) => ({ id: call.id || createId('call'), name: call.name, arguments: call.arguments })),
  };
}

/** The SDK's types are a promise that it does not check: a server may send anything. */
export function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
