'use client';

import { type ReactNode, useState, useSyncExternalStore } from 'react';
import type { SandboxStatus } from '../../../lib/protocol/kernel/sandbox-status.ts';
import { NO_ISOLATION } from '../../../lib/protocol/kernel/without-isolation.ts';
import type { ModelInfo } from '../../../lib/protocol/runs/run.ts';
import { callApi } from '../../api/call-api.ts';
import { ApprovalPicker } from '../../ask/approval-picker.tsx';
import { ConnectionsPanel } from '../../ask/connections/connections-panel.tsx';
import { KernelPicker } from '../../ask/kernel-picker.tsx';
import { ServersPanel } from '../../ask/models/connect/servers-panel.tsx';
import { ModelPicker } from '../../ask/models/model-picker.tsx';
import { useChangePreferences, usePreferences } from '../../preferences/use-preferences.tsx';
import { useLoaded } from '../../ui/hooks/use-loaded.ts';
import { LargeDialog } from '../../ui/layers/large-dialog.tsx';
import { chooseTheme, onThemeChange, readThemeChoice, type ThemeChoice } from '../../ui/theme.ts';
import { ContextEditor } from '../files/context-editor.tsx';
import styles from './settings-dialog.module.css';
import { SETTINGS_TEXTS } from './settings-texts.ts';

interface SettingsDialogProps {
  models: readonly ModelInfo[];
  isReviewed: boolean;
  onClose: () => void;
}

/** What the user can set for this browser, and what applies on this machine. Rendered only while it is open. */
export function SettingsDialog({ models, isReviewed, onClose }: SettingsDialogProps) {
  const { model, review, kernel, approval, hasSingleKeys, wrapsCode } = usePreferences();
  const changePreferences = useChangePreferences();
  const [isWritten, setWritten] = useState(false);
  return (
    <LargeDialog title="Settings" width="narrow" isHeld={isWritten} onClose={onClose}>
      <div className={styles.settings}>
        <Group title="Appearance">
          <ThemeChoices />
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={wrapsCode}
              onChange={(event) => changePreferences({ wrapsCode: event.target.checked })}
            />
            {SETTINGS_TEXTS.wrapsCode}
          </label>
        </Group>
        <Group title={SETTINGS_TEXTS.newNotebooks} note={SETTINGS_TEXTS.existingNotebooks}>
          <Row label="Model">
            <ModelPicker
              models={models}
              value={model ?? models[0]}
              onChange={(chosen) => changePreferences({ model: chosen })}
              isReviewed={review ?? isReviewed}
              onReviewChange={(isOn) => changePreferences({ review: isOn })}
            />
          </Row>
          <Row label="Kernel">
            <KernelPicker
              value={kernel}
              onChange={(chosen) => changePreferences({ kernel: chosen })}
              isAlways
            />
          </Row>
          <Row label="Approval">
            <ApprovalPicker value={approval} onChange={(mode) => changePreferences({ approval: mode })} />
          </Row>
        </Group>
        <Group title={SETTINGS_TEXTS.models}>
          <ServersPanel models={models} />
        </Group>
        <Group title={SETTINGS_TEXTS.connections}>
          <ConnectionsPanel />
        </Group>
        <Group title={SETTINGS_TEXTS.definitions}>
          <ContextEditor sessionId={null} onChange={setWritten} />
        </Group>
        <Group title="Keyboard">
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={hasSingleKeys}
              onChange={(event) => changePreferences({ hasSingleKeys: event.target.checked })}
            />
            {SETTINGS_TEXTS.singleKeys}
          </label>
        </Group>
        <Group title="Isolation">
          <Isolation />
        </Group>
        <p className={styles.note}>{SETTINGS_TEXTS.thisBrowser}</p>
      </div>
    </LargeDialog>
  );
}

function Group({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h3 className={styles.heading}>{title}</h3>
      {children}
      {note && <p className={styles.note}>{note}</p>}
    </section>
  );
}

/** The control names itself. */
function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <div className={styles.control}>{children}</div>
    </div>
  );
}

const THEMES: readonly (readonly [ThemeChoice, string])[] = [
  ['system', SETTINGS_TEXTS.systemTheme],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

function ThemeChoices() {
  const choice = useSyncExternalStore<ThemeChoice>(onThemeChange, readThemeChoice, () => 'system');
  return (
    <fieldset className={styles.themes}>
      <legend className="visually-hidden">Theme</legend>
      {THEMES.map(([theme, label]) => (
        <label key={theme} className={styles.theme}>
          <input type="radio" name="theme" checked={choice === theme} onChange={() => chooseTheme(theme)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

function Isolation() {
  const { value, failure } = useLoaded('', () => callApi('readSandbox'));
  return (
    <>
      <p className={styles.text}>{value ? describeIsolation(value) : failure || 'Loading…'}</p>
      {value?.isolation === 'box' && (
        <p className={styles.text}>{value.limitsFailure ? SETTINGS_TEXTS.watched : SETTINGS_TEXTS.limited}</p>
      )}
    </>
  );
}

function describeIsolation({ isolation, failure }: SandboxStatus): string {
  if (isolation === 'none') return SETTINGS_TEXTS.notIsolated;
  if (isolation === 'remote') return SETTINGS_TEXTS.remote;
  if (isolation === null) return `${NO_ISOLATION} ${failure ? `${failure.reason} ${failure.remedy}` : ''}`;
  return SETTINGS_TEXTS.isolated;
}
