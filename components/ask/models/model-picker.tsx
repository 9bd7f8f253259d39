'use client';

import { type RefObject, useId, useRef, useState } from 'react';
import { isLanguageModel } from '../../../lib/protocol/is-language-model.ts';
import type { ModelEntry } from '../../../lib/protocol/model-catalog.ts';
import type { ModelInfo } from '../../../lib/protocol/run.ts';
import { useCommandHandler } from '../../notebook/commands/commands-context.ts';
import { ChevronIcon } from '../../ui/icons.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useEscapeFirst } from '../../ui/use-escape-first.ts';
import { useLeave } from '../../ui/use-leave.ts';
import { ModelList } from './model-list.tsx';
import styles from './model-picker.module.css';
import { MODEL_TEXTS } from './model-texts.ts';
import { SetupHint, SetupText } from './setup-hint.tsx';
import { type ModelCatalog, useModelCatalog } from './use-model-catalog.ts';

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

/** Which model answers, and the list of the others. In the composer the list opens over the page, which does not move. */
export function ModelPicker(props: ModelPickerProps) {
  const { models, value, failure, onChange, isReviewed, onReviewChange } = props;
  const [isOpen, setOpen] = useState(false);
  useCommandHandler('model-choose', () => setOpen(true));
  const panelId = useId();
  const pickerRef = useRef<HTMLDivElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const hasNoModel = !models.some(isLanguageModel);
  const catalog = useModelCatalog(isOpen || hasNoModel);
  const close = () => {
    setOpen(false);
    buttonRef.current?.focus();
  };
  useEscapeFirst(isOpen, close);
  useLeave(pickerRef, isOpen, () => setOpen(false));
  const choose = ({ id, label, kind, provider }: ModelEntry) => {
    onChange({ id, label, kind, ...(provider === undefined ? {} : { provider }) });
    close();
  };
  if (!value) return null;
  return (
    <div ref={pickerRef} className={styles.picker}>
      <PickerButton
        buttonRef={buttonRef}
        {...{ value, isOpen, panelId, isReviewed }}
        onClick={() => setOpen(!isOpen)}
      />
      {hasNoModel && !isOpen && (
        <div className={styles.offer}>
          <Offer catalog={catalog} onOpen={() => setOpen(true)} />
        </div>
      )}
      {failure && (
        <p className={styles.hintText} role="alert">
          {failure}
        </p>
      )}
      <div id={panelId} className={styles.panel} data-menu hidden={!isOpen}>
        {isOpen && <ModelList catalog={catalog} value={value.id} onChoose={choose} />}
        {isOpen && hasNoModel && !findLocal(catalog) && <SetupText />}
        {isLanguageModel(value) && (
          <label className={styles.review}>
            <input
              type="checkbox"
              checked={isReviewed}
              onChange={(event) => onReviewChange(event.target.checked)}
            />
            {MODEL_TEXTS.review}
          </label>
        )}
      </div>
    </div>
  );
}

interface PickerButtonProps {
  buttonRef: RefObject<HTMLButtonElement | null>;
  value: ModelInfo;
  isOpen: boolean;
  panelId: string;
  isReviewed: boolean;
  onClick: () => void;
}

function PickerButton({ buttonRef, value, isOpen, panelId, isReviewed, onClick }: PickerButtonProps) {
  const reviewed = isReviewed && isLanguageModel(value);
  return (
    <button
      ref={buttonRef}
      type="button"
      className={styles.button}
      aria-expanded={isOpen}
      aria-controls={panelId}
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

/** If no language model is set up: the server that runs on this machine, or how to set one up. Chooses nothing by itself. */
function Offer({ catalog, onOpen }: { catalog: ModelCatalog; onOpen: () => void }) {
  const found = findLocal(catalog);
  if (!found) return <SetupHint />;
  return <TextButton onClick={onOpen}>{MODEL_TEXTS.chooseLocal(found.label)}</TextButton>;
}
