import {
  type AreaEvent,
  applyOutput,
  EMPTY_OUTPUT_AREA,
  type OutputArea,
} from '../../notebook/apply-output.ts';

/** The output areas of cells that run one after the other in a kernel, by their index. */
export function createOutputAreas() {
  const areas = new Map<number, OutputArea>();
  const read = (index: number) => areas.get(index) ?? EMPTY_OUTPUT_AREA;
  return {
    /** Empty before anything came. */
    read,
    set: (index: number, area: OutputArea) => void areas.set(index, area),
    /** An update changes every area that shows the output. */
    apply: (index: number, event: AreaEvent) => {
      for (const each of event.type === 'update' ? areas.keys() : [index])
        areas.set(each, applyOutput(read(each), event));
    },
  };
}
