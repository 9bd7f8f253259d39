'use client';

import { createPortal } from 'react-dom';
import type { ModelInfo } from '../../../../lib/protocol/runs/run.ts';
import { LargeDialog } from '../../../ui/layers/large-dialog.tsx';
import styles from './connect.module.css';
import { CONNECT_TEXTS } from './connect-texts.ts';
import { ServersPanel } from './servers-panel.tsx';

interface ServersDialogProps {
  /** Those that are configured; the first is the default. */
  models: readonly ModelInfo[];
  beginsWithForm: boolean;
  /** Gets the model of a new server. */
  onConnected: (model: ModelInfo) => void;
  onClose: () => void;
}

/** The model servers, from wherever a language model is wanted. Rendered only while it is open. */
export function ServersDialog({ models, beginsWithForm, onConnected, onClose }: ServersDialogProps) {
  // Outside the form that holds the picker: a form in a form would send both.
  return createPortal(
    <LargeDialog title={CONNECT_TEXTS.title} width="narrow" onClose={onClose}>
      <div className={styles.dialog}>
        <p className={styles.note}>{CONNECT_TEXTS.explanation}</p>
        <ServersPanel
          {...{ models, beginsWithForm }}
          onConnected={(model) => {
            onConnected(model);
            onClose();
          }}
        />
      </div>
    </LargeDialog>,
    document.body,
  );
}
