/** Keeps what arrives after an execution within bounds: a thread left behind may write forever. */
import type { OutputEvent } from '../../kernel/kernel.ts';
import { isModestJson } from '../../util/is-modest-json.ts';
import { type PutBlob, storeBigValues } from './bound-outputs.ts';

/** Stream text taken after one execution, characters. */
const MAX_LENGTH = 64_000;
/** Other events, and switches between the streams, taken after one execution. */
const MAX_EVENTS = 500;

/** Hands on the same events in order, the last with a note when more is left out. */
export function boundLateOutputs(
  onLate: (event: OutputEvent) => void,
  putBlob: PutBlob,
): (event: OutputEvent) => void {
  let length = 0;
  let events = 0;
  let lastName: string | null = null;
  let isFull = false;
  let stored: Promise<unknown> = Promise.resolve();

  return (event) => {
    if (isFull) return;
    if (event.type === 'output' && event.output.output_type === 'stream') {
      length += event.output.text.length;
      if (event.output.name !== lastName) events += 1;
      lastName = event.output.name;
    } else events += 1;
    isFull = length > MAX_LENGTH || events > MAX_EVENTS;
    if (event.type === 'widget' && !isModestJson(event.update, MAX_LENGTH)) return;
    const bounded = isFull ? LEFT_OUT : event;
    // A value that cannot be stored is lost; the next ones must not be.
    stored = stored.then(async () => onLate(await storeBigValues(bounded, putBlob))).catch(() => {});
  };
}

const LEFT_OUT: OutputEvent = {
  type: 'output',
  output: { output_type: 'stream', name: 'stderr', text: '[… what came later is left out …]\n' },
};
