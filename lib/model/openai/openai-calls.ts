/** Tool calls, put together from the pieces in which they are streamed. */
import { createId } from '../../protocol/id.ts';
import { AppError } from '../../util/app-error.ts';

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

/** Models make a few calls at a time; each is looked for among those before it. */
const MAX_CALLS = 100;
/** Gateways to Gemini put its thought signature, which can be long, into the id. */
const MAX_ID_LENGTH = 64 * 1024;
const MAX_NAME_LENGTH = 1000;

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
    /** Throws AppError `model-failed` for more calls, or longer ids and names, than a model makes. */
    add: (part: CallPart) => {
      const id = readText(part.id);
      const name = readText(part.function?.name);
      if (id.length > MAX_ID_LENGTH || name.length > MAX_NAME_LENGTH)
        throw new AppError('model-failed', LABEL_TOO_LONG);
      let call = find(part);
      if (!call && calls.length === MAX_CALLS) throw new AppError('model-failed', TOO_MANY_CALLS);
      if (!call) {
        call = { index: part.index ?? calls.length, id: '', name: '', arguments: '' };
        calls.push(call);
      }
      call.id ||= id;
      call.name ||= name;
      call.arguments += readText(part.function?.arguments);
    },
    list: (): AssembledCall[] =>
      calls.map((call) => ({ id: call.id || createId('call'), name: call.name, arguments: call.arguments })),
  };
}

const TOO_MANY_CALLS =
  'The model server sent tool calls without end, so its reply was stopped. Ask again, or use another model.';
const LABEL_TOO_LONG =
  'The model server sent a tool call whose ID or name is too long. Ask again, or use another model.';

/** The SDK's types are a promise that it does not check: a server may send anything. */
export function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
