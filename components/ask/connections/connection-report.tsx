'use client';

import { useEffect, useRef, useState } from 'react';
import type { ConnectionKind, ConnectionTest } from '../../../lib/protocol/connections/connection.ts';
import { writeReaderSql } from '../../../lib/protocol/connections/write-reader-sql.ts';
import { TextButton } from '../../ui/controls/text-button.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { AlertIcon, CheckIcon } from '../../ui/icons.tsx';
import { copyText } from '../../ui/text/clipboard.ts';
import styles from '../models/connect/connect.module.css';
import { CONNECTION_TEXTS } from './connection-texts.ts';

interface ConnectionReportProps {
  test: ConnectionTest;
  kind: ConnectionKind;
  place: { database: string; schemas: readonly string[] };
}

/** The result of a test: the server, the user, the number of tables, and what must change. */
export function ConnectionReport({ test, kind, place }: ConnectionReportProps) {
  const { isUsable, server, user, tables, writers, notEnforced, problem } = test;
  const ref = useRef<HTMLDivElement>(null);
  // The report may be outside the visible part of the dialog.
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const sql = writeReaderSql(kind, { ...place, found: test.schemas });
  return (
    <div ref={ref} className={styles.report} data-outcome={isUsable ? 'answered' : 'failed'}>
      {server && (
        <p className={isUsable ? styles.good : styles.note}>
          {isUsable && <CheckIcon size={14} />} <span>{CONNECTION_TEXTS.usable(server, user)}</span>
        </p>
      )}
      {problem && (
        <p className={styles.bad}>
          <AlertIcon size={14} /> <span>{problem}</span>
        </p>
      )}
      {tables !== undefined && (
        <p className={styles.note}>
          {tables === 0 ? CONNECTION_TEXTS.noneFound : CONNECTION_TEXTS.found(tables)}
        </p>
      )}
      <Points title={CONNECTION_TEXTS.canWrite} points={isUsable ? writers : []} />
      <Points title={CONNECTION_TEXTS.notEnforced} points={notEnforced} />
      {sql && (writers.length > 0 || notEnforced.length > 0) && (
        <details open={!isUsable}>
          <summary className={styles.note}>{CONNECTION_TEXTS.reader}</summary>
          <ReaderSql sql={sql} />
        </details>
      )}
    </div>
  );
}

/** Sentences below a title. */
export function Points({ title, points }: { title: string; points: readonly string[] }) {
  if (points.length === 0) return null;
  return (
    <div className={styles.hint}>
      <p>{title}:</p>
      <ul>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  );
}

function ReaderSql({ sql }: { sql: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = useAction(async () => {
    await copyText(sql);
    setCopied(true);
  });
  return (
    <>
      <p className={styles.hint}>{CONNECTION_TEXTS.readerHint}</p>
      <pre className={styles.sql}>{sql}</pre>
      <TextButton onClick={copy.run}>{isCopied ? CONNECTION_TEXTS.copied : CONNECTION_TEXTS.copy}</TextButton>
      {copy.failure && <p className={styles.bad}>{copy.failure}</p>}
    </>
  );
}
