/** What is read of outputs before they go to a frame. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseMime } from '../../../components/render/output/parts/choose-mime.ts';
import { collectWidgets } from '../../../lib/notebook/collect-widgets.ts';
import { isAltairChart, isBokehPlaceholder } from '../../../lib/notebook/read-wrapper.ts';

const ALTAIR = readFileSync(join(import.meta.dirname, '../../fixtures/outputs/altair.html'), 'utf8');

test('a widget comes with all that it names, once, and nothing else', () => {
  const model = (state: Record<string, unknown>) => ({ state, buffers: [] });
  const models = {
    root: model({ children: ['IPY_MODEL_child', 'IPY_MODEL_missing'], layout: 'IPY_MODEL_layout' }),
    child: model({ parent: 'IPY_MODEL_root', outputs: [{ data: { view: { model_id: 'shown' } } }] }),
    layout: model({}),
    shown: model({}),
    other: model({}),
  };
  expect(Object.keys(collectWidgets(models, 'root')).sort()).toEqual(['child', 'layout', 'root', 'shown']);
  expect(collectWidgets(models, 'constructor')).toEqual({});
});

test('text that a widget caught is as a terminal shows it', () => {
  const outputs = [
    { output_type: 'stream', text: '\x1b]0;title\x07 10%\r \x1b[32m20%\x1b[0m\n' },
    { output_type: 'error', traceback: ['\x1b[31mE\x1b[0m', 'end'] },
    { output_type: 'display_data', data: { 'text/plain': 'kept' } },
  ];
  expect(collectWidgets({ out: { state: { outputs }, buffers: [] } }, 'out').out?.state.outputs).toEqual([
    { output_type: 'stream', text: ' 20%\n' },
    { output_type: 'error', traceback: ['E\nend'] },
    { output_type: 'display_data', data: { 'text/plain': 'kept' } },
  ]);
});

test("only the libraries' own wrappings are told from other programs", () => {
  expect(isAltairChart(ALTAIR)).toBe(true);
  expect(isAltairChart('<script>run({"a": 1}, {"mode": "dark"});</script>')).toBe(false);
  expect(isBokehPlaceholder('\n <div id="a-1" data-root-id="p1" style="display: contents;"></div>\n')).toBe(
    true,
  );
  expect(isBokehPlaceholder('<div id="a" data-root-id="p1">text</div>')).toBe(false);
});

test.each([
  ['application/vnd.vegalite.v5+json', 'vega'],
  ['application/vnd.vega.v6.1+json', 'vega'],
  ['application/vnd.plotly.v1+json', 'plotly'],
  ['application/vnd.bokehjs_load.v0+json', 'nothing'],
  ['application/vnd.jupyter.widget-view+json', 'widget'],
  ['audio/wav', 'media'],
])('%s is drawn as %s, before HTML of the same', (mimeType, drawing) => {
  const isMedia = drawing === 'media';
  const other = isMedia ? { 'text/plain': 'x' } : { 'text/html': '<b>x</b>', 'text/plain': 'x' };
  expect(chooseMime({ ...other, [mimeType]: 'x' })?.drawing).toBe(drawing);
});
