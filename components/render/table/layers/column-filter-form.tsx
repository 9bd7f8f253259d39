'use client';

import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ColumnFilter } from '../../../../lib/protocol/tables/table-query.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { TABLE_TEXTS } from '../describe/table-texts.ts';
import { isUnclear, readTypedDate, readTypedNumber } from '../source/read-typed.ts';
import type { Column, ColumnKind } from '../source/table.ts';
import type { TableState } from '../state/use-table.ts';
import styles from './layers.module.css';

type Condition = ColumnFilter['is'];

const LABELS: Record<Condition, string> = {
  contains: TABLE_TEXTS.contains,
  equals: TABLE_TEXTS.equals,
  'one-of': TABLE_TEXTS.oneOf,
  range: TABLE_TEXTS.range,
  empty: TABLE_TEXTS.blank,
  'not-empty': TABLE_TEXTS.notBlank,
};

const CONDITIONS: Record<ColumnKind, readonly Condition[]> = {
  number: ['range', 'equals', 'empty', 'not-empty'],
  date: ['range', 'contains', 'empty', 'not-empty'],
  text: ['contains', 'one-of', 'equals', 'empty', 'not-empty'],
  boolean: ['one-of', 'empty', 'not-empty'],
};

interface ColumnFilterFormProps {
  table: TableState;
  column: Column;
  index: number;
  onClose: () => void;
}

/** Which rows are shown by the values of one column. */
export function ColumnFilterForm({ table, column, index, onClose }: ColumnFilterFormProps) {
  const { view, setView, reader } = table;
  const before = view.filters.find((filter) => filter.column === column.at);
  const others = view.filters.filter((filter) => filter.column !== column.at);
  // The values of the rows left by a filter are not all that can be chosen.
  const [frequent] = useState(() => listValues(reader.facts(index)?.frequent, column, before));
  const conditions = CONDITIONS[column.kind].filter((each) => each !== 'one-of' || frequent.length > 0);
  const [is, setIs] = useState<Condition>(before?.is ?? conditions[0] ?? 'contains');
  const formRef = useRef<HTMLFormElement>(null);
  // The focus is where the value is written, and on the condition where there is none.
  useEffect(() => {
    const form = formRef.current;
    (form?.querySelector('input') ?? form?.querySelector('select'))?.focus();
  }, []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const isRead = [...form.querySelectorAll<HTMLInputElement>('input[inputmode]')].every((input) =>
      readField(input, is === 'contains' ? 'text' : column.kind),
    );
    if (!isRead) return;
    const filter = readFilter(column.at, is, new FormData(form));
    setView({ ...view, filters: filter ? [...others, filter] : others });
    onClose();
  };
  return (
    <form ref={formRef} className={styles.form} onSubmit={submit}>
      <Select
        look="field"
        aria-label={TABLE_TEXTS.condition}
        value={is}
        onChange={({ target }) => setIs(toCondition(target.value))}
      >
        {conditions.map((each) => (
          <option key={each} value={each}>
            {LABELS[each]}
          </option>
        ))}
      </Select>
      <Fields key={is} is={is} kind={column.kind} before={before} frequent={frequent} />
      <div className={styles.actions}>
        <Button type="submit" look="primary">
          {TABLE_TEXTS.apply}
        </Button>
        {before && (
          <Button
            onClick={() => {
              setView({ ...view, filters: others });
              onClose();
            }}
          >
            {TABLE_TEXTS.unfilter}
          </Button>
        )}
      </div>
    </form>
  );
}

interface FieldsProps {
  is: Condition;
  kind: ColumnKind;
  before: ColumnFilter | undefined;
  frequent: readonly string[];
}

function Fields({ is, kind, before, frequent }: FieldsProps) {
  const mode = kind === 'number' ? 'decimal' : 'text';
  if (is === 'range') {
    const { from = '', to = '' } = before?.is === 'range' ? before : {};
    return (
      <div className={styles.range}>
        <Field name="from" label={TABLE_TEXTS.from} value={from} mode={mode} />
        <Field name="to" label={TABLE_TEXTS.to} value={to} mode={mode} />
      </div>
    );
  }
  if (is === 'contains' || is === 'equals') {
    const text = before?.is === is ? before.text : '';
    return <Field name="text" label={TABLE_TEXTS.text} value={text} mode={is === 'equals' ? mode : 'text'} />;
  }
  if (is !== 'one-of') return null;
  const chosen = before?.is === 'one-of' ? before.texts : [];
  return (
    <fieldset className={styles.values} aria-label={TABLE_TEXTS.values}>
      {frequent.map((text) => (
        <label key={text} className={styles.choice}>
          <input type="checkbox" name="one" value={text} defaultChecked={chosen.includes(text)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface FieldProps {
  name: string;
  label: string;
  value: string;
  mode: 'decimal' | 'text';
}

function Field({ name, label, value, mode }: FieldProps) {
  return (
    <label className={styles.field}>
      {label}
      <input
        name={name}
        defaultValue={value}
        inputMode={mode}
        maxLength={200}
        autoComplete="off"
        onInput={({ currentTarget }) => currentTarget.setCustomValidity('')}
      />
    </label>
  );
}

function toCondition(text: string): Condition {
  const known = Object.keys(LABELS) as Condition[];
  return known.find((each) => each === text) ?? 'contains';
}

function listValues(
  frequent: readonly { readonly text: string }[] = [],
  { kind }: Column,
  before: ColumnFilter | undefined,
): readonly string[] {
  const chosen = before?.is === 'one-of' ? before.texts.filter((text) => text !== null) : [];
  const yesNo = kind === 'boolean' ? ['True', 'False'] : [];
  return [...new Set([...chosen, ...frequent.map(({ text }) => text), ...yesNo])];
}

/** Puts what was typed as it is compared into the field. False where it cannot be read, which the field says. */
function readField(input: HTMLInputElement, kind: ColumnKind): boolean {
  const typed = input.value.trim();
  if (typed === '' || (kind !== 'number' && kind !== 'date')) return true;
  const read = kind === 'number' ? readTypedNumber(typed) : readTypedDate(typed);
  if (read !== null) input.value = read;
  else input.setCustomValidity(refuse(typed, kind));
  return input.reportValidity();
}

function refuse(typed: string, kind: ColumnKind): string {
  if (kind === 'date') return TABLE_TEXTS.notDate;
  return isUnclear(typed) ? TABLE_TEXTS.unclearNumber(typed) : TABLE_TEXTS.notNumber(typed);
}

/** Null where nothing was asked for. */
function readFilter(column: number, is: Condition, form: FormData): ColumnFilter | null {
  const read = (name: string) => String(form.get(name) ?? '').trim();
  switch (is) {
    case 'range': {
      const [from, to] = [read('from'), read('to')];
      if (from === '' && to === '') return null;
      return { column, is, ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) };
    }
    case 'contains':
    case 'equals':
      return read('text') === '' ? null : { column, is, text: read('text') };
    case 'one-of': {
      const texts = form.getAll('one').map(String);
      return texts.length === 0 ? null : { column, is, texts };
    }
    default:
      return { column, is };
  }
}
