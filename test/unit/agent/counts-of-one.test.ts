/** Sentences with a count are right for one. */
import { expect, test } from 'vitest';
import { timedOut } from '../../../lib/agent/loop/stop-conditions.ts';
import { describeImport } from '../../../lib/agent/prompt/describe-import.ts';
import { describeTable } from '../../../lib/observation/render-bundle.ts';
import { toOmissionNote } from '../../../lib/observation/shorten/shorten-text.ts';
import { applyEvent } from '../../../lib/session/fold/apply-event.ts';
import { createSession } from '../../../lib/session/session.ts';
import { describeBudget } from '../../../lib/session/view/runs/describe-budget.ts';

test('one cell, row, column, character, step, and second', () => {
  const session = [
    { type: 'notebook-import', name: 'a.ipynb', metadata: {} },
    { type: 'cell-import', cellId: 'a', cellType: 'code', source: '1', executionCount: null, metadata: {} },
  ] as const;
  const imported = session.reduce(applyEvent, createSession('s'));
  expect(describeImport(imported, 'python')).toContain('the notebook file "a.ipynb" of 1 cell; it lies');
  expect(describeTable({ rows: 1, columns: 2, dtypes: [['n', 'int64']] })).toBe(
    '[1 row x 2 columns; dtypes: n int64, and 1 more column]',
  );
  expect(toOmissionNote({ characters: 1, lines: 0 })).toBe('[… 1 character left out …]');
  expect(describeBudget({ budget: 'steps', used: 1, limit: 1 })).toBe('1 of 1 step');
  expect(describeBudget({ budget: 'time', used: 800, limit: 1000 })).toBe('1 of 1 second');
  expect(timedOut(1000)).toMatchObject({ message: 'The run reached its time limit of 1 second.' });
});
