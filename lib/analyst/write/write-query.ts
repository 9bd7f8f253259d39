/** A query as cells of a notebook. */
import type { Query, Table } from '../query.ts';
import { startDraft } from './draft.ts';
import { writeAsk } from './write-ask.ts';

export interface WrittenCell {
  /** What it does, a sentence. */
  readonly say: string;
  readonly code: string;
  /** The result ends the first cell; checks look for what could mislead. */
  readonly role: 'result' | 'chart' | 'checks';
}

export function writeQuery(query: Query, tables: readonly Table[]): WrittenCell[] {
  const draft = startDraft(tables);
  writeAsk(draft, query);
  const imports = [...draft.imports].map((name) => `import ${name}\n\n`).join('');
  return [{ say: 'x', code: `${imports}${draft.lines.join('\n')}`, role: 'result' }];
}
