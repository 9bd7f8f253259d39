/** What files say of widgets, which only a kernel moves. */
import { expect, test } from 'vitest';
import { settleWidgets } from '../../../lib/export/output/settle-widgets.ts';

const model = (name: string, state: Record<string, unknown>) => ({
  state: { _model_name: `${name}Model`, ...state },
  buffers: [],
});
const caught = { output_type: 'stream', name: 'stdout', text: '9' };
const models = {
  bar: model('HBox', { children: ['IPY_MODEL_left', 'IPY_MODEL_mid', 'IPY_MODEL_right'] }),
  left: model('HTML', { value: 'load: 100%' }),
  mid: model('FloatProgress', { value: 40, max: 40, description: '' }),
  right: model('HTML', { value: ' 40/40 [00:02&lt;00:00]' }),
  page: model('VBox', { children: ['IPY_MODEL_rate', 'IPY_MODEL_town', 'IPY_MODEL_out', 'IPY_MODEL_run'] }),
  rate: model('FloatSlider', { value: 0.5, description: 'Rate' }),
  town: model('Dropdown', { _options_labels: ['Bonn', 'Ulm'], index: 1, description: 'Town' }),
  out: model('Output', { outputs: [caught] }),
  run: model('Button', { description: 'Run' }),
};

function settle(modelId: string) {
  const data = {
    'application/vnd.jupyter.widget-view+json': { model_id: modelId },
    'text/plain': '0%| 0/40',
  };
  const outputs = [{ output_type: 'display_data', data }];
  const cell = { cell_type: 'code' as const, id: 'c', metadata: {}, execution_count: 1, source: '', outputs };
  return settleWidgets(cell, models).outputs;
}
const text = (plain: string) => ({
  output_type: 'display_data',
  data: { 'text/plain': plain },
  metadata: {},
});

test('a widget is what it showed last, with the outputs that it has caught', () => {
  expect(settle('bar')).toEqual([text(`load: 100% |${'█'.repeat(20)}| 40/40 [00:02<00:00]`)]);
  expect(settle('page')).toEqual([text('Rate: 0.5\nTown: Ulm'), caught, text('[Run]')]);
  expect(settle('gone')?.[0]?.data).toMatchObject({ 'text/plain': '0%| 0/40' });
});
