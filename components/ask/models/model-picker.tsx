'use client';

import { type RefObject, useRef, useState } from 'react';
import type { ModelEntry } from '../../../lib/protocol/models/model-catalog.ts';
import { traitsOf } from '../../../lib/protocol/models/model-traits.ts';
import type { ModelInfo } from '../../../lib/protocol/runs/run.ts';
import { useCommandHandler } from '../../notebook/commands/commands-context.ts';
import { TextButton } from '../../ui/controls/text-button.tsx';
import { ChevronIcon } from '../../ui/icons.tsx';
import { createLate } from '../../ui/layers/create-late.tsx';
import { Popover } from '../../ui/layers/popover.tsx';
import styles from './model-picker.module.css';
import { MODEL_TEXTS } from './model-texts.ts';
import { useRemovedProvider } from './removed-providers-context.ts';
import { type ModelCatalog, useModelCatalog } from './use-model-catalog.ts';

const ServersDialog = createLate(async () => (await import('./connect/servers-dialog.tsx')).ServersDialog);
const ModelList = createLate(async () => (await import('./model-list.tsx')).ModelList);

interface ModelPickerProps {
  /** Those that are configured. */
  models: readonly ModelInfo[];
  value: ModelInfo | undefined;
  /** Why the last choice could not be saved, as a sentence. */
  failure?: string;
  onChange: (model: ModelInfo) => void;
  /** Whether another model call reads the answer before it is given. */
  isReviewed: boolean;
  onReviewChange: (isReviewed: boolean) => void;
}

/** Which model answers, and the list of the others, which opens over the page. */
export function ModelPicker(props: ModelPickerProps) {
  const { models, value, failure, onChange, isReviewed, onReviewChange } = props;
  const [isOpen, setOpen] = useState(false);
  const [isConnecting, setConnecting] = useState(false);
  useCommandHandler('model-choose', () => setOpen(true));
  useCommandHandler('model-connect', () => setConnecting(true));
  const removed = useRemovedProvider()(value);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const hasNoModel = !models.some((model) => traitsOf(model).readsPrompts);
  const catalog = useModelCatalog(isOpen || hasNoModel);
  const local = findLocal(catalog);
  const choose = ({ id, label, kind, provider }: ModelEntry) => {
    onChange({ id, label, kind, ...(provider === undefined ? {} : { provider }) });
    setOpen(false);
  };
  if (!value) return null;
  return (
    <div className={styles.picker}>
      <PickerButton buttonRef={buttonRef} {...{ value, isOpen, isReviewed }} onClick={() => setOpen(true)} />
      {hasNoModel && (
        <TextButton className={styles.offer} onClick={() => (local ? setOpen(true) : setConnecting(true))}>
          {local ? MODEL_TEXTS.chooseLocal(local.label) : MODEL_TEXTS.use}
        </TextButton>
      )}
      {(failure || removed) && (
        <p className={styles.failure} role="alert">
          {failure || (removed && MODEL_TEXTS.removed(removed.label))}
        </p>
      )}
      {isOpen && (
        <Popover label={MODEL_TEXTS.choose} anchorRef={buttonRef} width="wide" onClose={() => setOpen(false)}>
          <ModelList
            {...{ catalog, value: value.id }}
            onChoose={choose}
            onConnect={() => {
              setOpen(false);
              setConnecting(true);
            }}
          />
          {traitsOf(value).improvises && (
            <label className={styles.review}>
              <input
                type="checkbox"
                checked={isReviewed}
                onChange={(event) => onReviewChange(event.target.checked)}
              />
              {MODEL_TEXTS.review}
            </label>
          )}
        </Popover>
      )}
      {isConnecting && (
        <ServersDialog
          models={models}
          beginsWithForm={hasNoModel && !local}
          onConnected={onChange}
          onClose={() => setConnecting(false)}
        />
      )}
    </div>
  );
}

interface PickerButtonProps {
  buttonRef: RefObject<HTMLButtonElement | null>;
  value: ModelInfo;
  isOpen: boolean;
  isReviewed: boolean;
  onClick: () => void;
}

function PickerButton({ buttonRef, value, isOpen, isReviewed, onClick }: PickerButtonProps) {
  const reviewed = isReviewed && traitsOf(value).improvises;
  return (
    <button
      ref={buttonRef}
      type="button"
      className={styles.button}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      title={value.provider ? `${value.label}, ${value.provider}` : value.label}
      onClick={onClick}
    >
      <span className="visually-hidden">Model: </span>
      <span className={styles.label}>{value.label}</span>
      {reviewed && <span className={styles.reviewed}>· reviewed</span>}
      <ChevronIcon />
    </button>
  );
}

/** A server that was found on this machine and has models. */
function findLocal({ providers }: ModelCatalog) {
  return providers?.find(({ isFound, models }) => isFound && models.length > 0);
}
