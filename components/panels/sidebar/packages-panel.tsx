'use client';

import { useRef, useState } from 'react';
import type { PackageChange, PackagesReply } from '../../../lib/protocol/kernel/session-packages.ts';
import type { Session } from '../../../lib/session/session.ts';
import { changePackages, listKept } from '../../api/packages-api.ts';
import { useCommands } from '../../notebook/commands/commands-context.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { CloseIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notices/notice.tsx';
import styles from './packages-panel.module.css';
import panel from './panel.module.css';

/** Words of the panel about packages. */
const PACKAGES_TEXTS = {
  none: 'Packages that you add here are installed for this notebook only.',
  names: 'Names of packages',
  example: 'lifelines, polars==1.40',
  remove: (name: string) => `Remove ${name}`,
  all: (count: number) => `${count} installed, with what they require`,
  begun: 'Looking for packages…',
  keep: (names: string) => `Keep ${names}`,
  kept: 'Some ask for other versions of packages that all notebooks have.',
  loaded: ({ name, version, loaded }: PackagesReply['loaded'][number]) =>
    `${name} ${loaded} is imported already. Restart the kernel to use ${version}.`,
} as const;

/** Adds packages to the notebook and removes them. */
export function PackagesPanel({ session }: { session: Session }) {
  const { kernel, packages: own } = session;
  const [names, setNames] = useState('');
  const change = useChange(session.id, () => setNames(''));
  const add = listNames(names);
  if (kernel.name !== 'python3' || kernel.info?.isolation === 'remote') return null;
  return (
    <section aria-label="Packages">
      <h3 className={panel.heading}>Packages</h3>
      {!own?.wanted.length && <p className={panel.empty}>{PACKAGES_TEXTS.none}</p>}
      {own && (
        <PackageList
          own={own}
          isBusy={change.isRunning}
          onRemove={(name) => change.run({ remove: [name] })}
        />
      )}
      {own?.keepsBase && <p className={panel.credit}>{PACKAGES_TEXTS.kept}</p>}
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (add.length > 0) change.run({ add });
        }}
      >
        <input
          className={styles.field}
          aria-label={PACKAGES_TEXTS.names}
          placeholder={PACKAGES_TEXTS.example}
          value={names}
          maxLength={1000}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          onChange={({ target }) => setNames(target.value)}
        />
        {/* Keys: one button that turned into the other during the click would send the form. */}
        {change.isRunning ? (
          <Button key="cancel" onClick={change.cancel}>
            Cancel
          </Button>
        ) : (
          <Button key="add" type="submit" disabled={add.length === 0}>
            Add
          </Button>
        )}
      </form>
      <ChangeNotes change={change} onKeep={() => change.run({ add, keepsBase: true })} />
    </section>
  );
}

interface PackageListProps {
  own: NonNullable<Session['packages']>;
  isBusy: boolean;
  onRemove: (name: string) => void;
}

/** What was asked for, and behind a fold all exact versions. */
function PackageList({ own, isBusy, onRemove }: PackageListProps) {
  const { wanted, packages } = own;
  return (
    <>
      <ul className={styles.list}>
        {wanted.map((each) => (
          <li key={each} className={styles.wanted}>
            <span>{each}</span>
            <IconButton label={PACKAGES_TEXTS.remove(each)} disabled={isBusy} onClick={() => onRemove(each)}>
              <CloseIcon size={14} />
            </IconButton>
          </li>
        ))}
      </ul>
      {packages.length > 0 && (
        <details className={styles.all}>
          <summary>{PACKAGES_TEXTS.all(packages.length)}</summary>
          <ul>
            {packages.map(({ name, version }) => (
              <li key={name}>
                {name} {version}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** What is going on, and what came of it. */
function ChangeNotes({ change, onKeep }: { change: Change; onKeep: () => void }) {
  const { runCommand } = useCommands();
  const kept = change.kept.map(({ name, version }) => `${name} ${version}`).join(', ');
  return (
    <div className={styles.notes}>
      {change.isRunning && (
        <p className={panel.credit} role="status">
          {change.progress}
        </p>
      )}
      {change.failure && (
        <Notice
          tone="danger"
          action={kept === '' ? undefined : <Button onClick={onKeep}>{PACKAGES_TEXTS.keep(kept)}</Button>}
        >
          {change.failure}
        </Notice>
      )}
      {change.loaded.map((each) => (
        <Notice
          key={each.name}
          tone="warning"
          action={<Button onClick={() => runCommand('kernel-restart')}>Restart</Button>}
        >
          {PACKAGES_TEXTS.loaded(each)}
        </Notice>
      ))}
    </div>
  );
}

type Change = ReturnType<typeof useChange>;

/** One change at a time. `onAdded` is called when packages were added. */
function useChange(sessionId: string, onAdded: () => void) {
  const wantedRef = useRef<PackageChange>({});
  const [stopping, setStopping] = useState(new AbortController());
  const [progress, setProgress] = useState('');
  const [kept, setKept] = useState<ReturnType<typeof listKept>>([]);
  const [loaded, setLoaded] = useState<PackagesReply['loaded']>([]);
  const action = useAction(async () => {
    const own = new AbortController();
    setStopping(own);
    setProgress(PACKAGES_TEXTS.begun);
    setKept([]);
    setLoaded([]);
    try {
      const options = { signal: own.signal, onProgress: setProgress };
      const reply = await changePackages(sessionId, wantedRef.current, options);
      setLoaded(reply.loaded);
      if (wantedRef.current.add) onAdded();
    } catch (error) {
      if (own.signal.aborted) return;
      setKept(listKept(error));
      throw error;
    }
  });
  return {
    ...action,
    run: (wanted: PackageChange) => {
      wantedRef.current = wanted;
      action.run();
    },
    cancel: () => stopping.abort(),
    progress,
    kept,
    loaded,
  };
}

/** Between spaces or commas; a comma before a condition belongs to it: `pandas>=2,<3`. */
export function listNames(text: string): string[] {
  return text
    .replaceAll(/\s*([<>=!~]+)\s*/g, '$1')
    .split(/\s+|,(?![<>=!~])/)
    .filter((name) => name !== '');
}
