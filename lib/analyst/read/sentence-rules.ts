import { frame, isMention, joinFrames } from './frames.ts';
import { rule } from './rule.ts';
import { say } from './sentences.ts';

export const SENTENCE_RULES = [
  rule('Query', 'Core', (core) => core),
  rule('Query', 'Core Mods ; Core , Mods ; Core and Mods ; Core ?|. Mods', (core, mods) =>
    say(core.core, joinFrames(core.frame, mods)),
  ),
  rule('Query', 'Mods Core ; Mods ,|: Core', (mods, core) => say(core.core, joinFrames(core.frame, mods))),
  rule('Query', 'Mods Core Mods ; Mods , Core Mods ; Mods , Core , Mods', (first, core, mods) =>
    say(core.core, joinFrames(joinFrames(core.frame, first), mods)),
  ),

  rule(
    'Change',
    `and? Mods ; and? @what about? Mods ; @what about Mods ; how about Mods ; and Mods ; but? only? Mods ;
    Mods instead ; only Mods ; now Mods ; now only? Mods ; and now Mods`,
    (mods) => ({ frame: mods, measures: [], aggregate: null, isTrend: false }),
  ),
  rule('Change', 'what about Values ; and Values ; how about Values ; and? for Values', (values) => {
    const [value] = values;
    return value && values.length === 1
      ? { frame: frame({ conditions: [isMention(value)] }), measures: [], aggregate: null, isTrend: false }
      : null;
  }),
  rule(
    'Change',
    'what about Measures ; how about Measures ; and Measures ; Measures instead ; and @what Measures',
    (measures) => ({ frame: frame(), measures, aggregate: null, isTrend: false }),
  ),
  rule(
    'Change',
    `what about Agg ; how about Agg ; and Agg ; Agg instead ; and? @what its|their Agg ;
    and Agg of? it|that ; as Agg`,
    (aggregate) => ({ frame: frame(), measures: [], aggregate, isTrend: false }),
  ),
  rule(
    'Change',
    `and? @show trend ; @show trend over time ; @plot trend ; and @what trend ; @show it over time ;
    over time`,
    () => ({ frame: frame(), measures: [], aggregate: null, isTrend: true }),
  ),
].flat();
