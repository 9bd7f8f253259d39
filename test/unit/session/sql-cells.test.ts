/** Cells of SQL: the Python they become, and what history, undo, files, and names make of them. */

import { expect, test } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import { exportScript } from '../../../lib/export/script/export-script.ts';
import { toNotebookFile } from '../../../lib/notebook/notebook-file.ts';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { readCode } from '../../../lib/session/cell-code.ts';
import { completeLanguage } from '../../../lib/session/complete-language.ts';
import { fromNotebook } from '../../../lib/session/notebook/from-notebook.ts';
import { toNotebook } from '../../../lib/session/notebook/to-notebook.ts';
import { createSession, findCell, type Session } from '../../../lib/session/session.ts';
import { findOutdated } from '../../../lib/session/stale/list-batch-cells.ts';
import { readPythonNames } from '../../../lib/session/stale/name-uses.ts';
import { describeOutput, OUTPUT_TEXTS } from '../../../lib/session/view/cells/describe-output.ts';
import { findUndo } from '../../../lib/session/view/cells/find-undo.ts';
import { listCellVersions } from '../../../lib/session/view/cells/list-cell-versions.ts';
import { fold, insertCell, ranCell } from '../../helpers/session-events.ts';

const SQL = 'select sum(a) from t';
const top = { name: 'sql', resultName: 'top' } as const;
const insertSql = (cellId: string, source = SQL): EventBody =>
  ({ ...insertCell(cellId, source), language: top }) as EventBody;
const edit = (change: object): EventBody =>
  ({ type: 'cell-edit', cellId: 'a', source: SQL, ...change }) as EventBody;
const as = (operationId: string) => ({ operation: { operationId, kind: 'retype' } });
const start = () => fold(createSession('s'), insertSql('a'), ...ranCell('a', '1'));
const cellOf = (session: Session) => {
  const cell = findCell(session, 'a');
  if (!cell) throw new Error('The cell is gone.');
  return cell;
};
const names = (code: string) => [...readPythonNames(code).reads].sort().join(' ');

test('SQL becomes Python that runs elsewhere, with the lines it had', () => {
  expect(readCode({ source: 'select 1\nfrom t', language: top })).toBe(
    'import duckdb\ntop = duckdb.execute("""select 1\nfrom t""").df()\ntop',
  );
  const onSales = { ...top, connection: 'sales' };
  expect(readCode({ source: SQL, language: onSales })).toBe(`top = sales.query("""${SQL}""")\ntop`);
  expect(readCode({ source: '\'a\\b\' """ "x"', language: onSales })).toContain(
    String.raw`"""'a\\b' \"\"\" "x\""""`,
  );
  expect(readCode({ source: SQL })).toBe(SQL);
});

test('another name or language makes the output outdated, and is taken back; the text stays', () => {
  const ran = start();
  expect(cellOf(ran).ranSource).toBe(readCode(cellOf(ran)));
  expect([...findOutdated(ran)]).toEqual([]);

  const renamed = fold(ran, edit({ language: { ...top, resultName: 'best' }, ...as('o1') }));
  expect([...findOutdated(renamed)]).toEqual(['a']);
  expect(describeOutput(cellOf(renamed), '', false)).toBe(OUTPUT_TEXTS.edited);
  expect(listCellVersions(renamed, 'a').map(({ language }) => language?.resultName)).toEqual(['best', 'top']);

  const python = fold(renamed, edit({ language: null, ...as('o2') }));
  expect(cellOf(python)).toMatchObject({ source: SQL, language: undefined });
  const back = fold(python, ...(findUndo(python, 'u1')?.bodies ?? []));
  expect(cellOf(back).language?.resultName).toBe('best');
  const first = fold(back, ...(findUndo(back, 'u2')?.bodies ?? []));
  expect(cellOf(first).language).toEqual(top);
  expect([...findOutdated(first)]).toEqual([]);

  const note = fold(first, edit({ cellType: 'markdown', ...as('o3') }));
  expect(cellOf(note)).toMatchObject({ type: 'markdown', language: undefined });
  expect(cellOf(fold(note, ...(findUndo(note, 'u3')?.bodies ?? []))).language).toEqual(top);
});

test('a waiting cell runs the SQL, and gives the name, that it had when it was queued', () => {
  const queued = fold(start(), { type: 'queue-add', entryId: 'e', cellIds: ['a'] } as EventBody);
  const changed = fold(queued, edit({ source: 'select 2', language: { ...top, resultName: 'other' } }));
  expect(changed.queue[0]?.cells[0]?.source).toBe(readCode({ source: SQL, language: top }));
});

test('a notebook file has Python, and opens as SQL again unless that was changed', () => {
  const notebook = toNotebook(start(), 'test');
  const open = (source = notebook.cells[0]?.source) => {
    const cells = notebook.cells.map((cell) => ({ ...cell, source }));
    return fromNotebook(toNotebookFile({ ...notebook, cells })).cells[0]?.cell;
  };
  expect(notebook.cells[0]?.source).toContain('duckdb.execute');
  const cell = open();
  expect(cell).toMatchObject({ source: SQL, language: top });
  if (!cell) throw new Error('There is not a cell.');
  const opened = fold(createSession('t'), { type: 'cell-import', ...cell });
  expect(opened.cells[0]).toMatchObject({ source: SQL, language: top, ranSource: notebook.cells[0]?.source });
  expect(toNotebook(opened, 'test').cells[0]).toMatchObject({
    source: notebook.cells[0]?.source,
    metadata: { actbook: { sql: { source: SQL, resultName: 'top' } } },
  });
  expect(open('top = 1')).toMatchObject({ source: 'top = 1' });
  expect(open('top = 1')).not.toHaveProperty('language');
  expect(toNotebook(start(), 'test', 'page').cells[0]?.source).toBe(SQL);
});

test('a notebook file and a script say which connection the code needs', async () => {
  const asked = fold(start(), edit({ language: { ...top, connection: 'shop' } }));
  const notebook = toNotebook(asked, 'test');
  expect(notebook.cells[0]?.source).toContain('`shop.query` takes SQL and returns a data frame.');
  const { content } = await exportScript(toNotebook(asked, 'test', 'script'), readConfig({ ...process.env }));
  expect(content).toMatch(/^# The code calls shop\.query, /);
});

test('SQL reads the variables that it names as tables', () => {
  const of = (sql: string) => names(readCode({ source: sql, language: top }));
  expect(of('select a from orders, people join "cities" c on c.id = o.city')).toBe('cities orders people');
  expect(of("with top as (select 1) select 'x from y' from top")).toBe('y');
  expect(names('duckdb.sql("from orders where a = 1").df()')).toBe('duckdb orders');
});

test('a result has the next free name where none is wanted', () => {
  const session = fold(
    start(),
    { ...insertCell('b', ''), language: { name: 'sql', resultName: 'result_1' } } as EventBody,
    { type: 'kernel-names', names: [{ name: 'result_2', type: 'int' }] },
  );
  expect(completeLanguage(session, { name: 'sql' }).resultName).toBe('result_3');
  expect(completeLanguage(session, { name: 'sql', resultName: 'mine' }).resultName).toBe('mine');
});
