import { expect, test } from 'vitest';
import type { ExecutionEvent, OutputEvent } from '../../../lib/kernel/kernel.ts';
import type { WidgetModels } from '../../../lib/notebook/widget-model.ts';
import { updateWidget } from '../../../lib/notebook/widget-state.ts';
import { EventBody } from '../../../lib/protocol/events/event.ts';
import { boundLateOutputs } from '../../../lib/runtime/outputs/bound-late-outputs.ts';
import { boundOutputs } from '../../../lib/runtime/outputs/bound-outputs.ts';
import { joinWidgetUpdates } from '../../../lib/runtime/outputs/join-widget-updates.ts';
import { show as shown, text } from '../../helpers/outputs.ts';

const print = (...printed: Parameters<typeof text>): OutputEvent => ({
  type: 'output',
  output: text(...printed),
});
const show = (data: Record<string, unknown>): OutputEvent => ({ type: 'output', output: shown(data) });
const end: ExecutionEvent = { type: 'end', status: 'ok', executionCount: 1 };

async function bound(events: ExecutionEvent[]) {
  const blobs: Uint8Array[] = [];
  const putBlob = async (bytes: Uint8Array) => `${'0'.repeat(63)}${blobs.push(bytes)}`;
  async function* source() {
    yield* events;
  }
  return { kept: await Array.fromAsync(boundOutputs(source(), putBlob)), blobs };
}

function textOf(events: ExecutionEvent[]): string {
  return events
    .map((event) =>
      event.type === 'output' && event.output.output_type === 'stream' ? event.output.text : '',
    )
    .join('');
}

test('modest output passes unchanged', async () => {
  const events = [print('a\n'), print('b\n', 'stderr'), show({ 'text/plain': 'x' }), end];
  expect((await bound(events)).kept).toEqual(events);
});

test('a flood keeps its head and its tail and says how much is missing', async () => {
  const lines = Array.from({ length: 200_000 }, (_, index) => `${index}\n`);
  const all = lines.join('');
  const { kept } = await bound([...lines.map((line) => print(line)), end]);
  const text = textOf(kept);
  expect(text.length).toBeLessThan(330_000);
  expect(text.startsWith('0\n1\n2\n')).toBe(true);
  expect(text.endsWith('199998\n199999\n')).toBe(true);
  const omitted = Number(text.match(/\[… ([\d,]+) characters left out …\]/)?.[1]?.replaceAll(',', ''));
  expect(text.replace(/\n\[….*…\]\n/, '').length).toBe(all.length - omitted);
  expect(text).toMatch(/left out …\]\n\d{6}\n/);
  expect(kept.at(-1)).toEqual(end);
});

test('two streams that take turns forever become no more outputs than can be folded, shown and read', async () => {
  const turns = Array.from({ length: 20_000 }, (_, index) =>
    print(`${index}\n`, index % 2 ? 'stdout' : 'stderr'),
  );
  const plots = Array.from({ length: 500 }, () => show({ 'text/plain': 'x' }));
  const { kept } = await bound([...turns, ...plots.flatMap((plot) => [plot, ...turns.slice(0, 200)]), end]);
  expect(kept.length).toBeLessThan(12_000);
  expect(textOf(kept)).toMatch(
    /^0\n1\n2\n[\s\S]*\n1998\n1999\n[\s\S]*characters left out[\s\S]*\n19998\n19999\n/,
  );
});

test('a plot after a flood comes after the text printed before it', async () => {
  const { kept } = await bound([print('x'.repeat(400_000)), show({ 'text/plain': 'plot' }), end]);
  expect(kept.map((event) => (event.type === 'output' ? event.output.output_type : event.type))).toEqual([
    'stream',
    'stream',
    'display_data',
    'end',
  ]);
});

test('values over 64 KB become blobs: images decoded, text as it is, JSON written out', async () => {
  const png = Buffer.alloc(60_000, 7);
  const { kept, blobs } = await bound([
    show({ 'image/png': png.toString('base64'), 'text/html': 'h'.repeat(70_000), 'text/plain': 'small' }),
    show({ 'application/json': { list: Array.from({ length: 40_000 }, () => 1) } }),
    end,
  ]);
  expect(kept[0]).toMatchObject({
    output: {
      data: {
        'image/png': { bytes: 60_000, encoding: 'base64' },
        'text/html': { bytes: 70_000, encoding: 'utf8' },
        'text/plain': 'small',
      },
    },
  });
  expect(kept[1]).toMatchObject({ output: { data: { 'application/json': { encoding: 'json' } } } });
  expect(blobs).toHaveLength(3);
});

test('an image whose first bytes claim an impossible size is stored like any other', async () => {
  const png = Buffer.alloc(60_000, '89504e470d0a1a0a0000000d49484452ffffffffffffffff', 'hex');
  const { kept } = await bound([show({ 'image/png': png.toString('base64') }), end]);
  const [event] = kept;
  const output = event?.type === 'output' ? event.output : null;
  expect(EventBody.parse({ type: 'output-append', cellId: 'c', output })).toMatchObject({
    output: { data: { 'image/png': { bytes: 60_000, encoding: 'base64' } } },
  });
});

test('thousands of displays are cut with a word about it', async () => {
  const { kept } = await bound([...Array.from({ length: 2000 }, () => show({ 'text/plain': 'x' })), end]);
  expect(kept).toHaveLength(502);
  expect(textOf(kept)).toBe('[… 1,500 further outputs left out …]\n');
});

test('a flood of updates is cut to its start and the last state of each output', async () => {
  const update = (index: number): ExecutionEvent => ({
    type: 'update',
    displayId: index % 2 ? 'odd' : 'even',
    data: { 'text/plain': `${index}` },
    metadata: {},
  });
  const { kept } = await bound([...Array.from({ length: 20_000 }, (_, index) => update(index)), end]);
  expect(kept).toHaveLength(503);
  expect(kept.slice(-3)).toEqual([update(19_998), update(19_999), end]);
});

test('a giant error message is shortened', async () => {
  const text = 'e'.repeat(3_000_000);
  const { kept } = await bound([
    { type: 'output', output: { output_type: 'error', ename: 'E', evalue: text, traceback: [text] } },
    end,
  ]);
  expect(JSON.stringify(kept).length).toBeLessThan(140_000);
});

const long = print(`${'x'.repeat(999)}\n`);

test.each([
  ['long lines', [long, long], 65],
  ['turns of both streams', [print('x'), print('x', 'stderr')], 501],
])('a thread that writes %s forever after its cell is heard for a while', async (_, lines, count) => {
  const heard: OutputEvent[] = [];
  const { promise: isFull, resolve: onFull } = Promise.withResolvers<void>();
  const take = boundLateOutputs(
    (event) => {
      heard.push(event);
      if (textOf([event]).includes('left out')) onFull();
    },
    async () => '',
  );
  for (let round = 0; round < 500; round++) lines.forEach(take);
  await isFull;
  expect(heard).toHaveLength(count);
});

const widget = (modelId: string, state: Record<string, unknown>): ExecutionEvent => ({
  type: 'widget',
  update: { modelId, state, buffers: [] },
});

test('a widget’s first state comes before the output that shows it, and its last one before the end', async () => {
  async function* source() {
    yield* [
      widget('a', { x: 1 }),
      print('p'),
      widget('a', { x: 2 }),
      widget('b', {}),
      widget('a', { y: 3 }),
      end,
    ];
  }
  const passed = await Array.fromAsync(joinWidgetUpdates(source()));
  expect(passed.slice(0, 2)).toEqual([widget('a', { x: 1 }), print('p')]);
  expect(fold(passed)).toEqual({ a: { x: 2, y: 3 }, b: {} });
  expect(passed.at(-1)).toBe(end);
});

test('a widget’s changes pass while its cell waits, and ten thousand of them take few events', async () => {
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  async function* source() {
    for (let value = 1; value <= 10_000; value++) yield widget('bar', { value });
    await isAnswered;
    yield end;
  }
  const passed: ExecutionEvent[] = [];
  for await (const event of joinWidgetUpdates(source())) {
    passed.push(event);
    if (fold(passed).bar?.value === 10_000) answer();
  }
  expect(passed.at(-1)).toBe(end);
  expect(passed.length).toBeLessThan(500);
});

test('a reader that leaves while a widget’s cell waits leaves at once', async () => {
  async function* source() {
    yield widget('bar', { value: 1 });
    yield widget('bar', { value: 2 });
    await new Promise(() => {});
  }
  for await (const event of joinWidgetUpdates(source())) if (fold([event]).bar?.value === 2) break;
});

/** The state of each widget after these events. */
function fold(events: ExecutionEvent[]): Record<string, Record<string, unknown>> {
  let models: WidgetModels = {};
  for (const event of events) if (event.type === 'widget') models = updateWidget(models, event.update);
  return Object.fromEntries(Object.entries(models).map(([id, { state }]) => [id, { ...state }]));
}

const clear = (wait: boolean): ExecutionEvent => ({ type: 'clear', wait });

test.each([true, false])('clears between floods do not make room without end (wait: %s)', async (wait) => {
  const rounds = Array.from({ length: 3_000 }, (_, index) => [
    print(`${index} ${'x'.repeat(5_000)}\n`),
    clear(wait),
  ]);
  const { kept } = await bound([...rounds.flat(), print('last\n'), end]);
  expect(JSON.stringify(kept).length).toBeLessThan(5_000_000);
  const lastClear = kept.findLastIndex((event) => event.type === 'clear');
  expect(textOf(kept.slice(lastClear))).toBe('last\n');
});

test('rich outputs are bounded together, and the note says how many are missing', async () => {
  const value = 'x'.repeat(60 * 1024 ** 2);
  const { kept, blobs } = await bound([
    ...Array.from({ length: 10 }, () => show({ 'text/plain': value })),
    end,
  ]);
  expect(blobs.length).toBe(4);
  expect(textOf(kept)).toContain('6 further outputs left out');
});

test('what claims to be a stored value is stored, so that it cannot stand for another', async () => {
  const forged = { blob: '0'.repeat(64), bytes: 1, encoding: 'json' };
  const { kept, blobs } = await bound([show({ 'application/json': forged }), end]);
  expect(JSON.parse(Buffer.from(blobs[0] ?? []).toString())).toEqual(forged);
  expect(kept[0]).toMatchObject({ output: { data: { 'application/json': { encoding: 'json' } } } });
});

test('text that is left out is kept in pieces up to a bound, and counted beyond it', async () => {
  const megabyte = `${'x'.repeat(999_999)}\n`;
  const { kept, blobs } = await bound([...Array.from({ length: 70 }, () => print(megabyte)), end]);
  const last = kept.findLast((event) => event.type === 'output' && event.output.output_type === 'stream');
  const omitted = last?.type === 'output' && 'omitted' in last.output ? last.output.omitted : undefined;
  const sum = omitted?.pieces.reduce((total, { characters }) => total + characters, 0);
  expect(omitted).toMatchObject({ characters: 70_000_000 - 256_000 - 64_000, lines: 69 });
  expect(sum).toBe(64_000_000);
  expect(blobs.every(({ byteLength }) => byteLength <= 2_000_000)).toBe(true);
});
