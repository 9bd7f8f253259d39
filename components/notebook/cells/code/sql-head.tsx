'use client';

import { type KeyboardEvent, useRef, useState } from 'react';
import type { CellLanguage } from '../../../../lib/protocol/cells/cell-language.ts';
import type { Cell } from '../../../../lib/session/session.ts';
import { isPythonName } from '../../../../lib/util/is-python-name.ts';
import { changeCell } from '../../../api/actbook-api.ts';
import { callApi } from '../../../api/call-api.ts';
import { useSessionId } from '../../../api/session-id-context.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { useAction } from '../../../ui/hooks/use-action.ts';
import { useLoaded } from '../../../ui/hooks/use-loaded.ts';
import { Notice } from '../../../ui/notices/notice.tsx';
import { useCommands } from '../../commands/commands-context.ts';
import { CELL_PART_TEXTS } from '../cell-part-texts.ts';
import styles from './sql-head.module.css';

interface SqlHeadProps {
  cell: Cell;
  language: CellLanguage;
  /** While true, nothing can be changed. */
  isLocked: boolean;
}

/** Above the code of a cell of SQL: what it asks, and what its result is called. */
export function SqlHead({ cell, language, isLocked }: SqlHeadProps) {
  const { connection = '', resultName } = language;
  return (
    <div className={styles.head}>
      <span className={styles.tag}>SQL</span>
      {isLocked ? (
        <span>
          {connection || CELL_PART_TEXTS.frames} → <code>{resultName}</code>
        </span>
      ) : (
        <SqlFields key={`${connection} ${resultName}`} cell={cell} language={language} />
      )}
    </div>
  );
}

/** Drawn again with what is stored when that changes. */
function SqlFields({ cell, language }: Omit<SqlHeadProps, 'isLocked'>) {
  const { connection = '', resultName } = language;
  const sessionId = useSessionId();
  const { inTurn } = useCommands();
  const { value } = useLoaded('', () => callApi('listConnections'));
  const names = value?.connections.map(({ name }) => name) ?? [];
  const known = connection === '' || names.includes(connection) ? names : [connection, ...names];
  const [wanted, setWanted] = useState({ connection, resultName });
  const wantedRef = useRef(wanted);
  const change = (next: typeof wanted) => {
    wantedRef.current = next;
    setWanted(next);
  };
  const isName = isPythonName(wanted.resultName);
  const store = useAction(async () => {
    const { connection: asked, ...name } = wantedRef.current;
    const next = { name: 'sql', ...name, ...(asked === '' ? {} : { connection: asked }) } as const;
    await inTurn(() => changeCell(sessionId, cell.id, { language: next }));
  }, wanted.resultName);
  const leave = () => {
    if (isName && wanted.resultName !== resultName) store.run();
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') event.currentTarget.blur();
    if (event.key === 'Escape') change({ connection, resultName });
  };
  return (
    <>
      <Select
        aria-label={CELL_PART_TEXTS.askedBySql}
        value={wanted.connection}
        onChange={({ target }) => {
          change({ connection: target.value, resultName: isName ? wanted.resultName : resultName });
          store.run();
        }}
      >
        <option value="">{CELL_PART_TEXTS.frames}</option>
        {known.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <span aria-hidden="true">→</span>
      <input
        className={styles.name}
        aria-label={CELL_PART_TEXTS.resultName}
        aria-invalid={!isName}
        value={wanted.resultName}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={({ target }) => change({ ...wanted, resultName: target.value })}
        onKeyDown={press}
        onBlur={leave}
      />
      {(store.failure || !isName) && (
        <Notice tone="danger">{store.failure || CELL_PART_TEXTS.notAName}</Notice>
      )}
    </>
  );
}
