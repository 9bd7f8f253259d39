'use client';

import { useState } from 'react';
import type { KernelName } from '../../../lib/protocol/kernel/kernel-name.ts';
import type { Session } from '../../../lib/session/session.ts';
import { formatBytes } from '../../../lib/util/format-bytes.ts';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { createLate } from '../../ui/layers/create-late.tsx';
import { countEndedCells } from './count-ended-cells.ts';
import styles from './variables-panel.module.css';

const VariableDialog = createLate(async () => (await import('../files/variable-dialog.tsx')).VariableDialog);

/** A list with more names than this has a search field. */
const MANY = 12;

/** Code, which comes after data. */
const CODE_TYPES = ['function', 'type', 'module'];

/** Words of the variables panel. */
export const VARIABLES_TEXTS = {
  search: 'Search variables',
  noMatch: (search: string) => `No variables match “${search}”.`,
  currentOnly: 'Variables of the current kernel only.',
  open: (name: string) => `Open ${name} as a table`,
  lost: 'The variables were lost with the kernel. Run cells to define them again.',
  notStarted: 'Variables appear here after the first cell runs.',
  none: 'The kernel holds no variables.',
} as const;

/** What code has defined in the live kernel, as of the last cell. What has rows can be opened. */
export function VariablesPanel({ session }: { session: Session }) {
  const { names, status, lost } = session.kernel;
  const [search, setSearch] = useState('');
  const [openName, setOpenName] = useState<string | null>(null);
  const open = names.find(({ name }) => name === openName);
  if (names.length === 0) return <p className={styles.empty}>{describeEmpty(session)}</p>;
  const shown = orderNames(names).filter(({ name }) =>
    name.toLowerCase().includes(search.trim().toLowerCase()),
  );
  return (
    <>
      {(status === 'dead' || lost !== null) && <p className={styles.empty}>{VARIABLES_TEXTS.currentOnly}</p>}
      {names.length > MANY && (
        <SearchField label={VARIABLES_TEXTS.search} value={search} onChange={setSearch} />
      )}
      <ul className={styles.list} aria-label="Variables">
        {shown.map((variable) => (
          <Variable
            key={variable.name}
            variable={variable}
            onOpen={variable.isTable ? () => setOpenName(variable.name) : undefined}
          />
        ))}
      </ul>
      {shown.length === 0 && <p className={styles.empty}>{VARIABLES_TEXTS.noMatch(search.trim())}</p>}
      {open && (
        <VariableDialog
          sessionId={session.id}
          variable={open}
          version={String(countEndedCells(session.cells))}
          onClose={() => setOpenName(null)}
        />
      )}
    </>
  );
}

/** Tables first, then other values, functions, classes and imports; each in the order in which they were defined. */
export function orderNames(names: readonly KernelName[]): KernelName[] {
  return names.toSorted((left, right) => rank(left) - rank(right));
}

function rank(name: KernelName): number {
  return isFrame(name) ? -2 : CODE_TYPES.indexOf(name.type);
}

function isFrame({ type }: KernelName): boolean {
  return type === 'DataFrame' || type === 'Series';
}

function Variable({ variable, onOpen }: { variable: KernelName; onOpen: (() => void) | undefined }) {
  const { name, type, shape, bytes, value } = variable;
  const facts = [
    value,
    shape?.map((size) => size.toLocaleString('en')).join(' × '),
    bytes && formatBytes(bytes),
  ];
  return (
    <li className={styles.variable}>
      {onOpen ? (
        <button type="button" className={styles.open} title={VARIABLES_TEXTS.open(name)} onClick={onOpen}>
          {name}
        </button>
      ) : (
        <span className={styles.name} title={name}>
          {name}
        </span>
      )}
      <span className={styles.type}>{type}</span>
      <span className={styles.facts}>{facts.filter(Boolean).join(' · ')}</span>
    </li>
  );
}

function describeEmpty({ kernel }: Session): string {
  if (kernel.lostNames.length > 0) return VARIABLES_TEXTS.lost;
  return kernel.status === 'none' ? VARIABLES_TEXTS.notStarted : VARIABLES_TEXTS.none;
}
