/** Brings two executions of a notebook to a form in which only what matters differs. */
import { z } from 'zod';

const Output = z.looseObject({
  output_type: z.string(),
  name: z.string().optional(),
  text: z.unknown().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});
type Output = z.infer<typeof Output>;

const Executed = z.looseObject({
  metadata: z.looseObject({ widgets: z.unknown().optional(), language_info: z.unknown().optional() }),
  cells: z.array(
    z.looseObject({
      cell_type: z.string(),
      source: z.unknown(),
      execution_count: z.number().nullable().optional(),
      outputs: z.array(Output).optional(),
    }),
  ),
});

export interface Comparable {
  cells: { source: unknown; count: number | null; outputs: Output[] }[];
  widgets: unknown;
  language: unknown;
}

export function toComparable(notebook: unknown): Comparable {
  const { cells, metadata } = Executed.parse(notebook);
  return {
    cells: cells.map((cell) => ({
      source: joinLines(cell.source),
      count: cell.execution_count ?? null,
      outputs: coalesceStreams((cell.outputs ?? []).map(toPlain)),
    })),
    widgets: metadata.widgets,
    language: metadata.language_info,
  };
}

/** Lines joined, and nothing in it that differs from one process to the next. */
function toPlain(output: Output): Output {
  const { text, data } = output;
  const joined = {
    ...output,
    ...(text === undefined ? {} : { text: joinLines(text) }),
    ...(data && {
      data: Object.fromEntries(Object.entries(data).map(([type, value]) => [type, joinLines(value)])),
    }),
  };
  return Output.parse(JSON.parse(forgetProcess(JSON.stringify(joined))));
}

function joinLines(value: unknown): unknown {
  return Array.isArray(value) && value.every((line) => typeof line === 'string') ? value.join('') : value;
}

function forgetProcess(json: string): string {
  return json
    .replaceAll(/0x[0-9a-f]{8,}/g, '0xADDRESS')
    .replaceAll(/ipykernel_\d+/g, 'ipykernel_PID')
    .replaceAll(/<dc:date>[^<]*/g, '<dc:date>')
    .replaceAll(/(CPU times|Wall time)[^\\"]*/g, '$1');
}

/** As nbclient's `coalesce_streams` orders them: one stream of a name, stdout before stderr beside it. */
function coalesceStreams(outputs: Output[]): Output[] {
  const merged: Output[] = [];
  for (const output of outputs) {
    const first = merged.find((each) => output.output_type === 'stream' && each.name === output.name);
    if (first) first.text = `${String(first.text)}${String(output.text)}`;
    else merged.push({ ...output });
  }
  const swapped = merged.findIndex(
    (each, index) => each.name === 'stderr' && merged[index + 1]?.name === 'stdout',
  );
  if (swapped >= 0) merged.splice(swapped, 2, ...merged.slice(swapped, swapped + 2).reverse());
  return merged;
}
