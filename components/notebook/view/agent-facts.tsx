// It imports nothing that the notebook has, which would split the notebook's scripts into more files.
import type { AgentAsk } from '../../../lib/session/agent-ask.ts';

type End = NonNullable<AgentAsk['end']>;

/** What came of an agent: its outcome, and what of it is in the kernel and the folder now. */
export function AgentFacts({
  end,
  factClass,
  noteClass,
}: {
  end: End;
  factClass: string;
  noteClass: string;
}) {
  const { returned, files, changedFiles } = end;
  const values = returned.filter((each) => each.as === 'value').map(({ name }) => name);
  const came = [
    ...(values.length > 0 ? [`Now in the kernel: ${values.join(', ')}.`] : []),
    ...(files.length > 0 ? [`New files: ${files.join(', ')}.`] : []),
  ];
  const stayed = [
    ...('message' in end.outcome ? [end.outcome.message] : []),
    ...returned.flatMap(({ name, as, file = '', reason = '' }) => {
      if (as === 'value') return [];
      if (as === 'file') return [`${name} cannot be copied, so it is in ${file}.`];
      return [`${name} did not come back: ${reason.replace(/\.?$/, '.')}`];
    }),
    ...(changedFiles.length > 0
      ? [`Changed in its own folder, and here as before: ${changedFiles.join(', ')}.`]
      : []),
  ];
  return (
    <>
      {came.length > 0 && <p className={factClass}>{came.join(' ')}</p>}
      {stayed.length > 0 && <p className={noteClass}>{stayed.join(' ')}</p>}
    </>
  );
}
